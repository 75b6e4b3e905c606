import { matchesPatterns } from '../../../../nodes/CodeHosting/triggers/filters';

test.each([
	['main', ['main'], ['mainline', 'feature/main', 'Main', '']],
	['*', ['main', 'x', ''], ['feature/x']],
	['**', ['main', 'feature/x', ''], []],
	['release/*', ['release/1.0', 'release/'], ['release/1.0/fix', 'release']],
	['release/**', ['release/1.0', 'release/1.0/fix'], ['release', 'prerelease/1']],
	['**/*.md', ['README.md', 'docs/a.md', 'docs/a/b.md'], ['README.mdx', 'md', 'docs/a.md/x']],
	['docs/**/*.md', ['docs/a.md', 'docs/a/b/c.md'], ['docs.md', 'xdocs/a.md', 'docs/a.txt']],
	['**/test/**', ['test/a', 'a/test/b/c'], ['test', 'latest/a', 'a/mytest/b']],
	['a?c', ['abc', 'a.c', 'a😀c'], ['ac', 'a/c', 'abbc']],
	['*a*b*', ['ab', 'xaxbx', 'aab'], ['ba', 'a/b']],
	['dependabot[bot]', ['dependabot[bot]'], ['dependabotb']],
	['a.b', ['a.b'], ['axb']],
	['x***y', ['xy', 'xay', 'xa/by'], ['x', 'y']],
])('%s matches %j and not %j', (pattern, matching, other) => {
	expect(matching.filter((text) => !matchesPatterns([pattern], text))).toEqual([]);
	expect(other.filter((text) => matchesPatterns([pattern], text))).toEqual([]);
});

test.each([
	[['docs/**', '!docs/internal/**'], ['docs/a'], ['docs/internal/a', 'src/a']],
	[['!**/*.png'], ['a.md', 'docs/a.md'], ['a.png', 'docs/a.png']],
	[['!docs/**', 'docs/api/**'], ['docs/api/a'], ['docs/a', 'src/a']],
	[[], ['anything'], []],
])('the last pattern of %j that matches decides', (patterns, matching, other) => {
	expect(matching.filter((text) => !matchesPatterns(patterns, text))).toEqual([]);
	expect(other.filter((text) => matchesPatterns(patterns, text))).toEqual([]);
});

test('a pattern with many wildcards takes no longer than a simple one', () => {
	// A backtracking regular expression would need more than 10^20 steps.
	expect(matchesPatterns([`${'*a'.repeat(20)}*b`], 'a'.repeat(2000))).toBe(false);
});
