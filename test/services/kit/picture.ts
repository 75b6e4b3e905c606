/** A small PNG picture, for services that return images. */
export const picture = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKklEQVR4nGPQy1tGU8QwasGoBaMWjFowasGoBaMWjFowasGoBaMWDBULAHWgCEwSuDHlAAAAAElFTkSuQmCC',
	'base64',
);
