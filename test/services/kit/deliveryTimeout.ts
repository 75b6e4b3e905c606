/**
 * How long the local services wait for the response to a delivery, in milliseconds of real time. The
 * real services wait 2 to 15 seconds. On a busy computer, n8n can need longer.
 */
export const DELIVERY_TIMEOUT_MS = 120_000;
