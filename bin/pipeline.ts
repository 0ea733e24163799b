import { checkPipelineSettings, pipelineSettings } from '../lib/pipeline/settings.ts';
import { createPipelineApp } from '../lib/pipeline-stack.ts';
import { environments } from '../lib/settings.ts';

createPipelineApp(environments, checkPipelineSettings(pipelineSettings), { validate: true }).synth();
