// Long enough for a slow computer that also does other work. Tests that can take longer have limits of
// their own.
jest.setTimeout(600_000);
