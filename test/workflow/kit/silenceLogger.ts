// Silences n8n's logger, which prints every node error. Must run before n8n's modules are loaded.
process.env.N8N_LOG_LEVEL = 'silent';
