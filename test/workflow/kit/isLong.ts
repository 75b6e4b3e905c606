/** Whether to run tests with all operations, real sizes and long times, as `npm run test:all` does. */
export const isLong = process.env.TENFOLD_LONG !== undefined;
