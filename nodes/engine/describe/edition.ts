/** What differs in the packages with a single service. `npm run packages` replaces this file. */
export const packageName: string = 'n8n-nodes-tenfold';

/** Whether services can be used with the provider Other. */
export const offersOther: boolean = true;
