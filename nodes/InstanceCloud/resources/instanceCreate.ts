/** The Create operation of instances, in its own file because of its many fields. */
import { choice, flag, list, operation, rows, several, text } from '../../engine/describe';
import { createInstance } from '../createInstance';
import {
	autokill,
	hardLimit,
	jsonListOption,
	jsonOption,
	newName,
	nonNegative,
	publishedPorts,
	reference,
	softLimit,
	tags,
	timeoutSeconds,
	waitTimeout,
} from '../fields';
import { instance as shape, instanceBrief } from '../shapes';

export const create = operation({
	name: 'Create',
	action: 'Create an instance',
	collection: 'additionalFields',
	description: 'Create an instance from an image, with services and volumes',
	request: 'POST /instances',
	effect: 'costs',
	output: 'single',
	shape,
	simplify: instanceBrief,
	fields: {
		image: text('Image', {
			description:
				'The image to run. Required unless a template, a checkpoint or an instance to branch from is set.',
			placeholder: 'e.g. nginx:latest',
		}),
		instanceName: newName('Instance Name'),
		memory: nonNegative('Memory (MiB)', {
			apiName: 'memory_mb',
			description: 'Memory of the instance',
			hint: 'If 0, the service decides',
		}),
		args: list('Arguments', {
			description:
				'Arguments of the program, separated by commas. If an argument contains a comma, enter a JSON list.',
			placeholder: 'e.g. --port, 8080',
		}),
		environment: rows('Environment', {
			in: 'none',
			description: 'Environment variables of the program',
			row: {
				key: text('Variable', { required: true, placeholder: 'e.g. LOG_LEVEL' }),
				value: text('Content', { placeholder: 'e.g. info' }),
			},
		}),
		publishedPorts: publishedPorts('service_group.services'),
		attachedVolumes: rows('Volumes', {
			apiName: 'volumes',
			description:
				'Volumes to mount. An entry without a reference creates a volume of the given size.',
			row: {
				at: text('Mount Path', { required: true, placeholder: 'e.g. /data' }),
				readonly: flag('Read Only', {
					description: 'Whether to mount the volume read-only',
				}),
				size_mb: nonNegative('Size (MiB)', {
					description: 'Size of a new volume. Use 0 for an existing volume.',
				}),
				volume: text('Volume Reference', {
					description: 'UUID or name of an existing volume',
					placeholder: 'e.g. my-data',
				}),
			},
		}),
		autostart: flag('Autostart', {
			description: 'Whether to start the instance immediately',
			default: true,
		}),
	},
	options: {
		serviceGroup: reference(
			'Existing Service',
			'service_group.uuid',
			'The service to add the instance to',
		),
		domains: jsonListOption(
			'Domains',
			'Domains of the services as a JSON list, for example [{"name": "app.example.com"}]',
			'service_group.domains',
		),
		softLimit: softLimit('service_group.soft_limit'),
		hardLimit: hardLimit('service_group.hard_limit'),
		environmentJson: jsonOption(
			'Environment (JSON)',
			'Environment variables as a JSON object, in addition to those in the form',
			'env',
		),
		replicas: nonNegative('Replicas', {
			description: 'Number of additional identical instances',
		}),
		restartPolicy: choice('Restart Policy', ['never', 'always', 'on-failure'], {
			apiName: 'restart_policy',
			description: 'When to restart the instance automatically',
		}),
		scaleToZero: jsonOption(
			'Scale to Zero',
			'When to scale the instance to zero, for example {"policy": "idle", "stateful": true, "cooldown_time_ms": 1000}',
			'scale_to_zero',
		),
		vcpus: nonNegative('Virtual CPUs', { description: 'Number of virtual CPUs', default: 1 }),
		waitTimeout,
		features: several('Features', ['delete-on-stop'], {
			description: 'Features to enable',
		}),
		timeoutSeconds,
		roms: jsonListOption(
			'ROMs',
			'Read-only files as a JSON list, for example [{"name": "config", "at": "/etc/app", "files": []}]',
		),
		plugins: jsonListOption('Plugins', 'A JSON list of plugins with name, rom and config'),
		tags,
		annotations: jsonOption('Annotations', 'Custom annotations as a JSON object of strings'),
		template: jsonOption(
			'Template',
			'The template to create the instance from, for example {"name": "my-template"}',
		),
		schedPriority: choice('Scheduling Priority', ['normal', 'medium', 'high', 'admin'], {
			apiName: 'sched_priority',
			description: 'Scheduling priority relative to other instances',
		}),
		schedules: jsonListOption('Schedules', 'A JSON list of schedules with name, when and action'),
		autokill,
		hostname: text('Hostname', { description: 'Hostname inside the instance' }),
		dependencies: jsonListOption(
			'Dependencies',
			'Instances that must run first, for example [{"name": "my-database"}]',
		),
		branchFrom: reference('Branch From', 'branch_from.uuid', 'The instance to branch from'),
		checkpointToResume: reference('Checkpoint', 'checkpoint.uuid', 'The checkpoint to resume from'),
		gateway: text('Gateway', { description: 'IP address of the gateway' }),
		nameserver: text('Nameserver', { description: 'IP address of the nameserver' }),
		networkInterfaces: jsonListOption(
			'Network Interfaces',
			'A JSON list of interfaces with name, tap_name, ip, autoconfig and relay',
			'network_interfaces',
		),
		instanceType: choice('Type', ['micro', 'full'], {
			apiName: 'type',
			description: 'Type of the machine',
		}),
		gpus: nonNegative('GPUs', { description: 'Number of GPUs' }),
		otherFields: jsonOption(
			'Other Fields (JSON)',
			'Other fields of the request as a JSON object. They override the form.',
		),
	},
	run: createInstance,
});
