// Owns courses, their members, groups, invitations, access codes, waiting lists and role simulations.
// Emits every change of a course, its members, groups, invitations, waiting people and simulations.
// Consumes identity (names of people, erasures), upload (pictures for covers) and activity (the content of a copy is there).
import { auditWithin } from '../mirror/audit-within.ts'
import { one, plainDatabase, type Tx } from '@lyceum/kit/database/database'
import { notFound } from '@lyceum/kit/calls/errors'
import type { HandlersOf } from '@lyceum/kit/jobs/jobs'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { defineService } from '@lyceum/kit/service'
import { identityMirrorMigrations } from '@lyceum/identity/mirror/consumers'
import { courseFinder, courseRules, type CourseRef } from '../mirror/rules.ts'
import { findCode } from './access-codes/access-codes.ts'
import { accessCodeRoutes } from './access-codes/routes.ts'
import { purgeCourses } from './bin/purge.ts'
import { binRoutes } from './bin/routes.ts'
import { config } from './config.ts'
import { consumers } from './consumers.ts'
import { contracts } from './contracts.ts'
import { nextTermJob } from './copies/next-term.ts'
import { copyRoutes } from './copies/routes.ts'
import { courseRoutes } from './course-changes/routes.ts'
import { moveCourses, returnCourses } from './courses/merged-departments.ts'
import { enrolKlassJob } from './curricula/enrolling.ts'
import { followAll, followLinkJob } from './curricula/following.ts'
import { curriculumRoutes } from './curricula/routes.ts'
import { findCourseRow } from './courses/course-rows.ts'
import type { Deps } from './deps.ts'
import { enrolmentRoutes } from './enrolments/routes.ts'
import { PrismaClient } from './generated/client.ts'
import { purgeGroups } from './groups/bin.ts'
import { groupRoutes } from './groups/routes.ts'
import { mailInvite } from './invites/mails.ts'
import { inviteRoutes } from './invites/routes.ts'
import type { Jobs } from './jobs.ts'
import { joiningRoutes } from './joining/routes.ts'
import { modeRoutes } from './modes/routes.ts'
import { partnerRoutes } from './partners/routes.ts'
import { readRoutes } from './reads/routes.ts'
import { placementRoutes } from './placements/routes.ts'
import { registerRoutes } from './registers/routes.ts'
import { syncRegister } from './registers/syncing.ts'
import { resync } from './resync.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { findNav } from './settings/nav-setting.ts'
import { rosterRoutes } from './rosters/routes.ts'
import { settingRoutes } from './settings/routes.ts'
import { simulationRoutes } from './simulations/routes.ts'
import { followSubject, returnSubject } from './subjects/following.ts'
import { subjectRoutes } from './subjects/routes.ts'
import { termRoutes } from './terms/routes.ts'
import { renameTerm } from './terms/terms.ts'

/** A finder of the rows of a table (or subquery) that belong to a course; deleted courses are left out. */
const finderIn = (table: string) => async (tx: Tx, id: string) =>
  await one<{ org: string; course: string }>(
    tx,
    `
    select t.org_id::text as org, t.course_id::text as course from ${table} t join courses c on c.id = t.course_id and not c.deleted
    where t.id = $1::uuid`,
    id,
  )

export const service = defineService({
  name: 'course',
  config,
  // the mirror first: searches look into it by an index of our own
  migrations: [identityMirrorMigrations, { schema: 'public', folder: new URL('../prisma/migrations/', import.meta.url) }],
  client: (adapter) => new PrismaClient({ adapter }),
  contracts,
  auditWithin,
  resync,
  projections: ['uploads'],
  open: async ({ db, pool, kv, mail, config, now }) => {
    const deps: Deps = { db, pool, kv, mail, config, now }
    return {
      deps,
      routes: [
        courseRoutes,
        enrolmentRoutes,
        groupRoutes,
        placementRoutes,
        accessCodeRoutes,
        inviteRoutes,
        joiningRoutes,
        simulationRoutes,
        modeRoutes,
        reviewRoutes,
        registerRoutes,
        rosterRoutes,
        settingRoutes,
        binRoutes,
        copyRoutes,
        termRoutes,
        subjectRoutes,
        curriculumRoutes,
        readRoutes,
        partnerRoutes,
      ],
      rules: courseRules,
      finders: {
        course: courseFinder,
        courseCode: findCode,
        courseNav: findNav,
        courseRow: findCourseRow,
        courseGroup: finderIn('(select g.* from groups g join group_sets s on s.id = g.set_id and not s.deleted where not g.deleted)'),
        deletedCourseGroup: finderIn('(select g.* from groups g join group_sets s on s.id = g.set_id and not s.deleted where g.deleted)'),
        deletedGroupSet: finderIn('(select * from group_sets where deleted)'),
        groupSet: finderIn('(select * from group_sets where not deleted)'),
        invite: finderIn('invites'),
        async deletedCourse(tx, id) {
          const row = await one<{ org: string }>(tx, 'select org_id::text as org from courses where id = $1::uuid and deleted', id)
          if (!row) throw notFound('course', id)
          return { org: row.org, course: id, deleted: true } satisfies CourseRef
        },
      },
      consumers,
      jobs: {
        syncRegister,
        makeNextTerm: nextTermJob(db),
        renameTerm,
        moveCourses,
        returnCourses,
        followSubject,
        returnSubject,
        enrolKlass: enrolKlassJob,
        followLink: followLinkJob,
        followCurricula: { every: 3_600_000, run: () => followAll({ pool }, now()) },
        mailInvite: { run: mailInvite, concurrent: 4 },
        purgeGroups: {
          every: 3_600_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => purgeGroups(tx, now(), size)), 50),
        },
        purgeCourses: {
          every: 3_600_000,
          run: () => repeatWhileFull((size) => plainDatabase(pool).$transaction((tx) => purgeCourses(tx, now(), size)), 50),
        },
      } satisfies HandlersOf<Jobs, Deps>,
    }
  },
})
