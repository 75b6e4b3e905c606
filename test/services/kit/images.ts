// Generates small valid images of a single color, so that the repository needs no image files.

import { crc32, deflateSync } from 'node:zlib';

export type Color = readonly [red: number, green: number, blue: number];

function pngChunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(data.length, 0);
	frame.writeUInt32BE(crc32(body), 4);
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG, 8-bit RGB. */
export function png(width: number, height: number, color: Color): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(color))]);
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		pngChunk('IHDR', header),
		pngChunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(height).fill(row)))),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
}

const jpegSegment = (marker: number, bytes: number[]): Buffer =>
	Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]);

/** The color in JFIF's color space: luminance and two chrominances, all centered on 0. */
function levels([red, green, blue]: Color): number[] {
	return [
		0.299 * red + 0.587 * green + 0.114 * blue - 128,
		-0.1687 * red - 0.3313 * green + 0.5 * blue,
		0.5 * red - 0.4187 * green - 0.0813 * blue,
	].map((level) => Math.max(-128, Math.min(127, Math.round(level))));
}

/**
 * Encodes a block: the DC difference as a category (4-bit code) and magnitude bits, followed by the
 * end-of-block code (1 bit).
 */
function block(difference: number): string {
	const category = difference === 0 ? 0 : 32 - Math.clz32(Math.abs(difference));
	const magnitude = difference < 0 ? difference + 2 ** category - 1 : difference;
	return (
		category.toString(2).padStart(4, '0') +
		(category ? magnitude.toString(2).padStart(category, '0') : '') +
		'0'
	);
}

/**
 * A baseline JPEG without subsampling. All quantizers are 8, so the DC value of a flat block is its
 * level.
 */
export function jpeg(width: number, height: number, color: Color): Buffer {
	const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
	const bits = levels(color).map(block).join('') + block(0).repeat(3 * (blocks - 1));
	const scan = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '1').match(/.{8}/g) ?? []).map((byte) =>
		parseInt(byte, 2),
	);
	const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
	const dcTable = [0x00, 0, 0, 0, 9, ...Array<number>(12).fill(0), 0, 1, 2, 3, 4, 5, 6, 7, 8];
	const acTable = [0x10, 1, ...Array<number>(15).fill(0), 0];
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		jpegSegment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
		jpegSegment(0xdb, [0, ...Array<number>(64).fill(8)]),
		jpegSegment(0xc0, [8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
		jpegSegment(0xc4, dcTable),
		jpegSegment(0xc4, acTable),
		jpegSegment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
		// Escape ff with 00, because ff alone starts a marker.
		Buffer.from(scan.flatMap((byte) => (byte === 0xff ? [0xff, 0x00] : [byte]))),
		Buffer.from([0xff, 0xd9]),
	]);
}

/** A lossless WebP. Each prefix code has only one symbol, so the pixels take no bits. */
export function webp(width: number, height: number, [red, green, blue]: Color): Buffer {
	const littleEndian = (value: number, count: number) =>
		[...value.toString(2).padStart(count, '0')].reverse().join('');
	const prefixCode = (symbol: number) => `101${littleEndian(symbol, 8)}`;
	const prefixCodes = [green, red, blue, 255, 0].map(prefixCode).join('');
	const bits = `${littleEndian(width - 1, 14)}${littleEndian(height - 1, 14)}0${'000'}${'000'}${prefixCodes}`;
	const bytes = (bits.padEnd(Math.ceil(bits.length / 16) * 16 + 8, '0').match(/.{8}/g) ?? []).map(
		(byte) => parseInt([...byte].reverse().join(''), 2),
	);
	const data = Buffer.from([0x2f, ...bytes]);
	const head = Buffer.alloc(20);
	head.write('RIFF', 0, 'latin1');
	head.writeUInt32LE(12 + data.length, 4);
	head.write('WEBPVP8L', 8, 'latin1');
	head.writeUInt32LE(data.length, 16);
	return Buffer.concat([head, data]);
}
