/**
 * Shapes of the responses, for the output preview in the editor. The specification defines only
 * uuid and status; the rest is from the vendor's public documentation.
 */

const base = { status: 'string', uuid: 'string', name: 'string' } as const;

export const instance = {
	...base,
	created_at: 'string',
	state: 'string',
	private_fqdn: 'string',
	image: 'string',
	memory_mb: 'integer',
	vcpus: 'integer',
	args: ['string'],
	env: 'object',
	start_count: 'integer',
	restart_count: 'integer',
	started_at: 'string',
	stopped_at: 'string',
	uptime_ms: 'integer',
	boot_time_us: 'integer',
	net_time_us: 'integer',
	exit_code: 'integer',
	stop_code: 'integer',
	restart_policy: 'string',
	scale_to_zero: 'object',
	service_group: { uuid: 'string', name: 'string', domains: ['object'] },
	volumes: ['object'],
	network_interfaces: ['object'],
	tags: ['string'],
	annotations: 'object',
	delete_lock: 'boolean',
	private_ip: 'string',
	type: 'string',
} as const;

/** Fields that Simplify keeps: the identifiers and the state of an instance. */
export const instanceBrief = {
	uuid: 'uuid',
	name: 'name',
	state: 'state',
	image: 'image',
	memory_mb: 'memory_mb',
	vcpus: 'vcpus',
	created_at: 'created_at',
	started_at: 'started_at',
	uptime_ms: 'uptime_ms',
	exit_code: 'exit_code',
	restart_policy: 'restart_policy',
	private_fqdn: 'private_fqdn',
	service_group: 'service_group',
	tags: 'tags',
};

export const changed = base;
export const stateChange = { ...base, state: 'string', previous_state: 'string' } as const;
export const withState = { ...base, state: 'string' } as const;
export const deleted = { ...base, deleted: 'boolean' } as const;
export const history = {
	...base,
	history: [{ uuid: 'string', name: 'string', created_at: 'string' }],
} as const;

export const metrics = {
	...base,
	rss_bytes: 'integer',
	cpu_time_ms: 'integer',
	boot_time_us: 'integer',
	net_time_us: 'integer',
	rx_bytes: 'integer',
	rx_packets: 'integer',
	tx_bytes: 'integer',
	tx_packets: 'integer',
	nconns: 'integer',
	nreqs: 'integer',
	nqueued: 'integer',
	ntotal: 'integer',
} as const;

export const logs = {
	uuid: 'string',
	name: 'string',
	state: 'string',
	text: 'string',
	range: { start: 'integer', end: 'integer' },
	available: { start: 'integer', end: 'integer' },
	truncated: 'boolean',
} as const;

export const service = {
	...base,
	created_at: 'string',
	persistent: 'boolean',
	autoscale: 'boolean',
	soft_limit: 'integer',
	hard_limit: 'integer',
	services: [
		{
			port: 'integer',
			destination_port: 'integer',
			protocol: 'string',
			handlers: ['string'],
			ip: 'string',
		},
	],
	domains: ['object'],
	instances: [{ uuid: 'string', name: 'string' }],
	autokill: 'object',
} as const;

export const certificate = {
	...base,
	created_at: 'string',
	common_name: 'string',
	subject: 'string',
	issuer: 'string',
	serial_number: 'string',
	not_before: 'string',
	not_after: 'string',
	state: 'string',
	validation: 'object',
	service_groups: ['object'],
} as const;

export const volume = {
	...base,
	created_at: 'string',
	state: 'string',
	size_mb: 'integer',
	persistent: 'boolean',
	attached_to: ['object'],
	mounted_by: ['object'],
	tags: ['string'],
	quota_policy: 'string',
	delete_lock: 'boolean',
	free_mb: 'integer',
	filesystem: 'string',
	host_path: 'string',
	access_mode: 'string',
	uid: 'integer',
	gid: 'integer',
	args: 'object',
} as const;

export const image = {
	url: 'string',
	created_at: 'string',
	initrd_or_rom: 'boolean',
	size_in_bytes: 'integer',
	args: ['string'],
	env: 'object',
	tags: ['string'],
	users: ['string'],
	persistent: 'boolean',
} as const;
export const pinned = {
	...base,
	created_at: 'string',
	state: 'string',
	url: 'string',
	persistent: 'boolean',
	tags: ['string'],
} as const;

export const autoscale = {
	...base,
	enabled: 'boolean',
	min_size: 'integer',
	max_size: 'integer',
	warmup_time_ms: 'integer',
	cooldown_time_ms: 'integer',
	template: { uuid: 'string', name: 'string' },
	policies: ['object'],
} as const;
export const policy = {
	name: 'string',
	enabled: 'boolean',
	metric: 'string',
	adjustment_type: 'string',
	steps: [{ adjustment: 'integer', lower_bound: 'integer', upper_bound: 'integer' }],
} as const;

const usage = {
	instances: 'integer',
	live_instances: 'integer',
	live_vcpus: 'integer',
	live_memory_mb: 'integer',
	service_groups: 'integer',
	services: 'integer',
	volumes: 'integer',
	total_volume_mb: 'integer',
} as const;
export const quotas = {
	status: 'string',
	uuid: 'string',
	used: usage,
	hard: usage,
	limits: 'object',
} as const;
