/** Sums of credits, without the rounding errors of binary fractions. */
export const totalOf = (amounts: readonly number[]): number =>
	Number(amounts.reduce((sum, amount) => sum + amount, 0).toFixed(6));
