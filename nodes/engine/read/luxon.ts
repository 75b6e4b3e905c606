/**
 * The build (gulpfile.js) bundles Luxon into this file. Do not import anything else here, because
 * it would be bundled as well.
 */
export { DateTime } from 'luxon';
