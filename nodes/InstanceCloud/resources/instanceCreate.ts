/** Making an instance: the request with the most fields of all. */
import { choice, flag, list, operation, rows, several, text } from '../../engine/describe';
import { createInstance } from '../create';
import {
	autokill,
	count,
	jsonOption,
	newName,
	other,
	publishedPorts,
	seconds,
	tags,
	waitTimeout,
} from '../fields';
import { instance as shape, instanceBrief } from '../shapes';

export const create = operation({
	name: 'Create',
	action: 'Create an instance',
	description: 'Create an instance from an image, with services and volumes',
	request: 'POST /instances',
	output: 'single',
	shape,
	simplify: instanceBrief,
	fields: {
		image: text('Image', {
			description: 'The image to run; needed unless a template or a checkpoint is given',
			placeholder: 'e.g. nginx:latest',
		}),
		instanceName: newName('Instance Name'),
		memory: count('Memory (MiB)', {
			wire: 'memory_mb',
			description: 'Memory of the instance; 0 leaves it to the service',
		}),
		args: list('Arguments', {
			description:
				'Arguments of the program, separated by commas, or a JSON list where one holds a comma',
			placeholder: 'e.g. --port, 8080',
		}),
		environment: rows('Environment', {
			in: 'none',
			description: 'Variables of the program',
			row: {
				key: text('Variable', { required: true, placeholder: 'e.g. LOG_LEVEL' }),
				value: text('Content', { placeholder: 'e.g. info' }),
			},
		}),
		publishedPorts: publishedPorts('service_group.services'),
		attachedVolumes: rows('Volumes', {
			wire: 'volumes',
			description: 'Volumes that are mounted; one without a reference is made with the size given',
			row: {
				at: text('Mount Path', { required: true, placeholder: 'e.g. /data' }),
				readonly: flag('Read Only', { description: 'Whether the instance may only read it' }),
				size_mb: count('Size (MiB)', {
					description: 'Size of a new volume; 0 for one that exists',
				}),
				volume: text('Volume Reference', {
					description: 'UUID or name of the volume',
					placeholder: 'e.g. my-data',
				}),
			},
		}),
		autostart: flag('Autostart', {
			description: 'Whether the instance is started at once',
			default: true,
		}),
	},
	options: {
		serviceGroup: other(
			'Existing Service',
			'service_group.uuid',
			'A service that the instance joins',
		),
		domains: jsonOption(
			'Domains',
			'Domains of the services, for example [{"name": "app.example.com"}]',
			'service_group.domains',
		),
		softLimit: count('Soft Limit', {
			wire: 'service_group.soft_limit',
			description: 'Connections from which on another instance is woken',
		}),
		hardLimit: count('Hard Limit', {
			wire: 'service_group.hard_limit',
			description: 'Most connections at a time',
		}),
		environmentJson: jsonOption(
			'Environment (JSON)',
			'Variables of the program as an object, beside those above',
			'env',
		),
		replicas: count('Replicas', { description: 'How many further instances of the same kind' }),
		restartPolicy: choice('Restart Policy', ['never', 'always', 'on-failure'], {
			wire: 'restart_policy',
			description: 'When it is started again by itself',
		}),
		scaleToZero: jsonOption(
			'Scale to Zero',
			'When it sleeps, for example {"policy": "idle", "stateful": true, "cooldown_time_ms": 1000}',
			'scale_to_zero',
		),
		vcpus: count('Virtual CPUs', { description: 'How many processors' }),
		waitTimeout,
		features: several('Features', ['delete-on-stop'], {
			description: 'Particular ways of working',
		}),
		timeoutSeconds: seconds,
		roms: jsonOption(
			'ROMs',
			'Read-only files, for example [{"name": "config", "at": "/etc/app", "files": []}]',
		),
		plugins: jsonOption('Plugins', 'A list of plugins with name, rom and config'),
		tags,
		annotations: jsonOption('Annotations', 'Texts of your own, as an object'),
		template: jsonOption(
			'Template',
			'The template to start from, for example {"name": "my-template"}',
		),
		schedPriority: choice('Scheduling Priority', ['normal', 'medium', 'high', 'admin'], {
			wire: 'sched_priority',
			description: 'How it is ranked among others',
		}),
		schedules: jsonOption('Schedules', 'A list of schedules with name, when and action'),
		autokill,
		hostname: text('Hostname', { description: 'The name that the instance has for itself' }),
		dependencies: jsonOption(
			'Dependencies',
			'Instances that have to run first, for example [{"name": "my-database"}]',
		),
		branchFrom: other('Branch From', 'branch_from.uuid', 'An instance to branch from'),
		checkpointToResume: other('Checkpoint', 'checkpoint.uuid', 'A checkpoint to go on from'),
		gateway: text('Gateway', { description: 'Address of the gateway' }),
		nameserver: text('Nameserver', { description: 'Address of the nameserver' }),
		networkInterfaces: jsonOption(
			'Network Interfaces',
			'A list of interfaces with name, tap_name, ip, autoconfig and relay',
			'network_interfaces',
		),
		instanceType: choice('Type', ['micro', 'full'], {
			wire: 'type',
			description: 'Kind of the machine',
		}),
		gpus: count('GPUs', { description: 'How many graphics processors' }),
		additionalFields: jsonOption(
			'Additional Fields',
			'Further fields of the request as an object; they win over the form',
		),
	},
	run: createInstance,
});
