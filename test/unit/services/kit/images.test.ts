import { inflateSync } from 'node:zlib';
import { jpeg, png, webp } from '../../../services/kit/images';

describe('generated images', () => {
	it('are PNG files of the requested size and color', () => {
		const image = png(3, 2, [1, 2, 3]);
		expect(image.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
		expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([3, 2]);
		const length = image.readUInt32BE(33);
		const pixels = inflateSync(image.subarray(41, 41 + length));
		expect([...pixels.subarray(0, 10)]).toEqual([0, 1, 2, 3, 1, 2, 3, 1, 2, 3]);
	});

	it('are JPEG files with all markers of a baseline image', () => {
		const image = jpeg(16, 8, [200, 30, 90]);
		const markers: string[] = [];
		let at = 2;
		while (image[at + 1] !== 0xda) {
			markers.push(image.subarray(at, at + 2).toString('hex'));
			at += 2 + image.readUInt16BE(at + 2);
		}
		expect(markers).toEqual(['ffe0', 'ffdb', 'ffc0', 'ffc4', 'ffc4']);
		expect(image.subarray(-2).toString('hex')).toBe('ffd9');
	});

	it('are WebP files of the requested size, in a container of the correct length', () => {
		const image = webp(320, 180, [9, 8, 7]);
		expect(image.toString('latin1', 0, 4) + image.toString('latin1', 8, 16)).toBe('RIFFWEBPVP8L');
		expect(image.readUInt32LE(4)).toBe(image.length - 8);
		const bits = image.readUInt32LE(21);
		expect([(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]).toEqual([320, 180]);
	});
});
