/**
 * Shapes of the responses, for the output preview in the editor. The specification defines only
 * uuid and status; the rest is from the vendor's public documentation.
 */
import { pathsOf, shapeOf } from '../engine/describe';

const base = { status: 'string', uuid: 'string', name: 'string' } as const;

export const instance = {
	...base,
	...shapeOf(`
		created_at state private_fqdn image memory_mb:integer vcpus:integer args:string[] env:object
		start_count:integer restart_count:integer started_at stopped_at uptime_ms:integer
		boot_time_us:integer net_time_us:integer exit_code:integer stop_code:integer restart_policy
		scale_to_zero:object service_group.uuid service_group.name service_group.domains:object[]
		volumes:object[] network_interfaces:object[] tags:string[] annotations:object
		delete_lock:boolean private_ip type
	`),
} as const;

/** Fields that Simplify keeps: the identifiers and the state of an instance. */
export const instanceBrief = pathsOf(`
	uuid name state image memory_mb vcpus created_at started_at uptime_ms exit_code restart_policy
	private_fqdn service_group tags
`);

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
	...shapeOf(`
		rss_bytes:integer cpu_time_ms:integer boot_time_us:integer net_time_us:integer
		rx_bytes:integer rx_packets:integer tx_bytes:integer tx_packets:integer nconns:integer
		nreqs:integer nqueued:integer ntotal:integer
	`),
} as const;

export const logs = shapeOf(`
	uuid name state text range.start:integer range.end:integer available.start:integer
	available.end:integer truncated:boolean
`);

export const service = {
	...base,
	...shapeOf(`
		created_at persistent:boolean autoscale:boolean soft_limit:integer hard_limit:integer
		services[].port:integer services[].destination_port:integer services[].protocol
		services[].handlers:string[] services[].ip domains:object[] instances[].uuid
		instances[].name autokill:object
	`),
} as const;

export const certificate = {
	...base,
	...shapeOf(`
		created_at common_name subject issuer serial_number not_before not_after state
		validation:object service_groups:object[]
	`),
} as const;

export const volume = {
	...base,
	...shapeOf(`
		created_at state size_mb:integer persistent:boolean attached_to:object[] mounted_by:object[]
		tags:string[] quota_policy delete_lock:boolean free_mb:integer filesystem host_path
		access_mode uid:integer gid:integer args:object
	`),
} as const;

export const image = shapeOf(`
	url created_at initrd_or_rom:boolean size_in_bytes:integer args:string[] env:object
	tags:string[] users:string[] persistent:boolean
`);
export const pinned = {
	...base,
	...shapeOf('created_at state url persistent:boolean tags:string[]'),
} as const;

export const autoscale = {
	...base,
	...shapeOf(`
		enabled:boolean min_size:integer max_size:integer warmup_time_ms:integer
		cooldown_time_ms:integer template.uuid template.name policies:object[]
	`),
} as const;
export const policy = {
	...shapeOf('name enabled:boolean metric adjustment_type'),
	steps: [{ adjustment: 'integer', lower_bound: 'integer', upper_bound: 'integer' }],
} as const;

const usage = shapeOf(`
	instances:integer live_instances:integer live_vcpus:integer live_memory_mb:integer
	service_groups:integer services:integer volumes:integer total_volume_mb:integer
`);
export const quotas = {
	...shapeOf('status uuid'),
	used: usage,
	hard: usage,
	...shapeOf('limits:object'),
} as const;

/** Unikraft Cloud's public clients describe the events (README.md, Events). */
export const auditEvent = shapeOf(`
	type timestamp object.type object.uuid object.owner object.tags:string[] attribution.operation
	attribution.kind attribution.trigger attribution.origin attribution.user data.prev data.new
	data.state data.error data.stop.reason:string[] data.stop.code:integer data.stop.cause
`);
