import { widgetEndpoints } from '@solvane/contract/widgets/widget-data';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import { sendWidgetFrames } from './widget-frames.ts';

export function widgetRoutes(app: FastifyInstance): void {
  mount(app, widgetEndpoints.data, ({ body, request, reply }) => sendWidgetFrames(app, body.queries, { request, reply }));
}
