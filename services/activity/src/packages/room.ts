// The room of packages: lessons made elsewhere that report how far their learners are, and the attempts at them.
import { on } from '@lyceum/kit/facts/consumer'
import { plain } from '@lyceum/kit/database/database'
import { repeatWhileFull } from '@lyceum/kit/repeat-while-full'
import { PackageOpenedSchema } from '@lyceum/proto/upload'
import type { Room } from '../room.ts'
import { keepPackage } from './opened-packages.ts'
import { deleteOldEntries } from './package-attempts/journal.ts'
import { packageAttemptRoutes } from './package-attempts/routes.ts'
import { packageReportRoutes } from './package-reports/routes.ts'
import { eraseAttempts, followPackages, purgeAttempts, purgeBinned, purgeTrials } from './upkeep.ts'

export const packagesRoom = {
  routes: [packageAttemptRoutes, packageReportRoutes],
  consumers: { upload: { packageOpened: on(PackageOpenedSchema, keepPackage) } },
  jobs: ({ deps: { pool, now } }) => ({
    sweepPackageJournals: { every: 3_600_000, run: () => repeatWhileFull((size) => deleteOldEntries(plain(pool), now(), size)) },
  }),
  written: followPackages,
  purge: purgeAttempts,
  purgeBin: purgeBinned,
  purgeTrials,
  erase: eraseAttempts,
} satisfies Room
