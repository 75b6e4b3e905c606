/** n8n's logger is silent in tests; runs before anything of n8n is loaded. */
process.env.N8N_LOG_LEVEL = 'silent';
