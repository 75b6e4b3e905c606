/**
 * Silences n8n's logger, which prints every node error. Must run before any n8n module is loaded.
 */
process.env.N8N_LOG_LEVEL = 'silent';
