// The way from jobs to the calls of the BFF in one process: it opens when the BFF has started, after the services.
import { inProcess, NoResponse, type Transport } from '@lyceum/kit/calls/transport'
import type { FastifyInstance } from 'fastify'

export function doorInProcess(): { door: Transport; openDoor(bff: FastifyInstance): void } {
  let open: Transport | undefined
  return {
    door: {
      async send(request) {
        if (!open) throw new NoResponse('refused')
        return await open.send(request)
      },
      close: async () => {},
    },
    openDoor(bff) {
      open = inProcess(bff)
    },
  }
}
