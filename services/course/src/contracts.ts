// The calls of course, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { accessCodeCalls } from './access-codes/api.ts'
import { binCalls } from './bin/api.ts'
import { copyCalls } from './copies/api.ts'
import { courseCalls } from './courses/api.ts'
import { curriculumCalls } from './curricula/api.ts'
import { enrolmentCalls } from './enrolments/api.ts'
import { groupCalls } from './groups/api.ts'
import { inviteCalls } from './invites/api.ts'
import { joiningCalls } from './joining/api.ts'
import { modeCalls } from './modes/api.ts'
import { partnerCalls } from './partners/api.ts'
import { readCalls } from './reads/api.ts'
import { placementCalls } from './placements/api.ts'
import { registerCalls } from './registers/api.ts'
import { reviewCalls } from './reviews/api.ts'
import { rosterCalls } from './rosters/api.ts'
import { settingCalls } from './settings/api.ts'
import { simulationCalls } from './simulations/api.ts'
import { subjectCalls } from './subjects/api.ts'
import { termCalls } from './terms/api.ts'

export const contracts = {
  ...courseCalls,
  ...copyCalls,
  ...binCalls,
  ...enrolmentCalls,
  ...groupCalls,
  ...placementCalls,
  ...inviteCalls,
  ...accessCodeCalls,
  ...joiningCalls,
  ...simulationCalls,
  ...modeCalls,
  ...registerCalls,
  ...rosterCalls,
  ...reviewCalls,
  ...settingCalls,
  ...termCalls,
  ...subjectCalls,
  ...curriculumCalls,
  ...readCalls,
  ...partnerCalls,
  ...auditCalls('course'),
}
