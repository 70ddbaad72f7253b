// Owns persons, passwords, sessions, auth codes, organisations, departments and memberships.
// Emits PersonChanged, PersonErased, OrgChanged and SessionEnded, each the whole state of its key.
// Consumes nothing.
import { defineService } from '@lyceum/kit/service'
import { authCodeRoutes } from './auth-codes/routes.ts'
import { sendCode, sweepCodes } from './auth-codes/sending.ts'
import { config } from './config.ts'
import { contracts } from './contracts.ts'
import type { Deps } from './deps.ts'
import { sendEmailLink } from './emails/emails.ts'
import { emailRoutes } from './emails/routes.ts'
import { PrismaClient } from './generated/client.ts'
import { linkRoutes } from './links/routes.ts'
import { sendNotice } from './mails/mails.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { personRoutes } from './persons/routes.ts'
import { preTaskRoutes } from './pre-tasks/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { restored } from './restored.ts'
import { retelling } from './retell.ts'
import { authorise } from './rules.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { sweepSessions } from './sessions/sessions.ts'
import { userRoutes } from './users/routes.ts'

/** Somebody waits for these: soon again, and given up when a code would be stale anyway. */
const awaited = { concurrent: 8, maxTries: 8, backoff: (tries: number) => Math.min(60_000, 1000 * 2 ** tries) }

export const service = defineService({
  name: 'identity',
  config,
  contracts,
  retelling,
  restored,
  migrations: [{ schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  client: (adapter) => new PrismaClient({ adapter }),
  open: async ({ db, kv, mail, sms, log, config, now }) => {
    const deps: Deps = { db, client: db, kv, mail, sms, log, config, now }
    return {
      deps,
      authorise,
      mounts: [
        sessionRoutes,
        personRoutes,
        profileRoutes,
        passwordRoutes,
        authCodeRoutes,
        emailRoutes,
        preTaskRoutes,
        linkRoutes,
        organisationRoutes,
        userRoutes,
      ],
      jobs: {
        'identity.sendCode': { ...awaited, run: sendCode },
        'identity.sendLink': { ...awaited, run: sendEmailLink },
        'identity.notice': sendNotice,
        'identity.sweepSessions': {
          every: 3_600_000,
          run: async () => {
            while ((await sweepSessions(deps)) === 5000);
          },
        },
        'identity.sweepCodes': {
          every: 3_600_000,
          run: async () => {
            while ((await sweepCodes(deps)) >= 5000);
          },
        },
      },
    }
  },
})
