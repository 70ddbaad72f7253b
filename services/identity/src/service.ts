// Owns persons, passwords, sessions, auth codes, organisations, departments, grades, classes, programs, memberships,
// requests of people, operators, sign-ins, invitations to accounts, and the workplace messengers of organisations with their chats.
// Emits PersonChanged, PersonErased, OrgChanged, DepartmentChanged, StudyUnitChanged, OrgRequestChanged, OrgEntryChanged and SessionEnded, each the whole state of its key.
// Consumes course: the purge of courses.
import { sharedReads } from '@lyceum/kit/database/connections'
import { plain } from '@lyceum/kit/database/database'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import { inviteUsersJob } from './account-invitations/invite.ts'
import { accountInvitationRoutes } from './account-invitations/routes.ts'
import { sendInvitations, sweepInvitations } from './account-invitations/sending.ts'
import { authCodeRoutes } from './auth-codes/routes.ts'
import { sendCode, sweepCodes, sweepLinks } from './auth-codes/send-code.ts'
import { avatarRoutes } from './avatars/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { departmentRoutes } from './departments/routes.ts'
import { auditWithin } from './departments/binding.ts'
import type { Deps } from './deps.ts'
import { sendEmailLink } from './emails/emails.ts'
import { emailRoutes } from './emails/routes.ts'
import { PrismaClient } from './generated/client.ts'
import { emitMembers } from './installation/members.ts'
import { installationRoutes } from './installation/routes.ts'
import type { Jobs } from './jobs.ts'
import { linkRoutes } from './links/routes.ts'
import { sendNotice } from './mails/mails.ts'
import { numberRoutes } from './numbers/routes.ts'
import { orgRequestRoutes } from './org-requests/routes.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { personRoutes } from './persons/routes.ts'
import { preTaskRoutes } from './pre-tasks/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { afterRestore } from './after-restore.ts'
import { resync } from './resync.ts'
import { rules } from './rules.ts'
import { rosterRoutes } from './rosters/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signInRoutes } from './sign-ins/routes.ts'
import { sweepSignIns } from './sign-ins/sign-ins.ts'
import { publishEndedSessions } from './sessions/end-sessions.ts'
import { sweepSessions } from './sessions/sessions.ts'
import { studyUnitRoutes } from './study-units/routes.ts'
import { changePeopleJob } from './users/bulk.ts'
import { sweepBulkSteps } from './users/kept-steps.ts'
import { makeNumbersUnique } from './users/numbers.ts'
import { userRoutes } from './users/routes.ts'
import { atOnce } from './users/members.ts'
import { suspendEnded } from './users/states.ts'
import { undoPeopleChangeJob } from './users/undo-bulk.ts'
import { workplaceRoutes } from './workplace/routes.ts'
import { resealKeys } from './workplace/settings.ts'

/** Jobs that a person waits for: short pauses between tries, given up once a code would have expired. */
const awaited = { concurrent: 8, maxTries: 8, backoff: (tries: number) => Math.min(60_000, 1000 * 2 ** tries) }

export const service = defineService({
  name: 'identity',
  config,
  contracts,
  auditWithin,
  resync,
  afterRestore,
  migrations: [{ schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  client: (adapter) => new PrismaClient({ adapter }),
  open: async ({ db, pool, kv, mail, sms, log, config, now }) => {
    const deps: Deps = { db, client: db, sql: plain(pool), reads: sharedReads(pool), kv, mail, sms, log, config, now }
    return {
      deps,
      rules,
      consumers,
      routes: [
        sessionRoutes,
        personRoutes,
        profileRoutes,
        avatarRoutes,
        passwordRoutes,
        authCodeRoutes,
        emailRoutes,
        preTaskRoutes,
        linkRoutes,
        organisationRoutes,
        permissionRoutes,
        departmentRoutes,
        studyUnitRoutes,
        userRoutes,
        rosterRoutes,
        numberRoutes,
        installationRoutes,
        orgRequestRoutes,
        workplaceRoutes,
        signInRoutes,
        accountInvitationRoutes,
      ],
      jobs: {
        sendCode: { ...awaited, run: sendCode, formerly: 'identity.sendCode' },
        sendEmailLink: { ...awaited, run: sendEmailLink, formerly: 'identity.sendLink' },
        sendNotice: { run: sendNotice, formerly: 'identity.notice' },
        changePeople: changePeopleJob,
        undoPeopleChange: undoPeopleChangeJob,
        sweepBulkSteps: { every: 600_000, run: () => repeatWhileFull((size) => sweepBulkSteps(deps, size)) },
        inviteUsers: inviteUsersJob,
        sendInvitations: { every: 30_000, run: ({ deps: of, signal }) => sendInvitations(of, signal) },
        sweepInvitations: { every: 3_600_000, run: () => repeatWhileFull((size) => sweepInvitations(deps, size)) },
        emitMembers: { concurrent: 1, run: emitMembers },
        makeNumbersUnique: { every: 3_600_000, run: () => makeNumbersUnique(deps) },
        suspendEnded: { every: 60_000, run: () => repeatWhileFull((size) => suspendEnded(deps, size), atOnce) },
        publishEndedSessions: { run: ({ job, deps: of }) => publishEndedSessions(of, job.payload.ended) },
        sweepSessions: {
          every: 3_600_000,
          formerly: 'identity.sweepSessions',
          run: () => repeatWhileFull((size) => sweepSessions(deps, size)),
        },
        resealKeys: { every: 3_600_000, run: async () => void (await resealKeys(deps)) },
        sweepSignIns: { every: 3_600_000, run: () => repeatWhileFull((size) => sweepSignIns(deps, size)) },
        sweepCodes: {
          every: 3_600_000,
          formerly: 'identity.sweepCodes',
          run: async () => {
            await repeatWhileFull((size) => sweepCodes(deps, size))
            await repeatWhileFull((size) => sweepLinks(deps, size))
          },
        },
      } satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
