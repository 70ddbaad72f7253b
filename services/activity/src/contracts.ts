// The calls of activity, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { activityCalls } from './activities/api.ts'
import { binCalls } from './bin/api.ts'
import { contentListCalls } from './content-lists/api.ts'
import { copyCalls } from './copies/api.ts'
import { deletionCalls } from './deletions/api.ts'
import { documentCalls } from './documents/api.ts'
import { draftCalls } from './drafts/api.ts'
import { editorCalls } from './editors/api.ts'
import { moduleCalls } from './modules/api.ts'
import { playCalls } from './plays/api.ts'
import { prerequisiteCalls } from './prerequisites/api.ts'
import { progressCalls } from './progress/api.ts'
import { syllabusCalls } from './syllabuses/api.ts'
import { timeCalls } from './times/api.ts'
import { todoCalls } from './todo/api.ts'
import { versionCalls } from './versions/api.ts'

export const contracts = {
  ...moduleCalls,
  ...syllabusCalls,
  ...activityCalls,
  ...contentListCalls,
  ...binCalls,
  ...deletionCalls,
  ...copyCalls,
  ...draftCalls,
  ...versionCalls,
  ...editorCalls,
  ...playCalls,
  ...documentCalls,
  ...prerequisiteCalls,
  ...progressCalls,
  ...timeCalls,
  ...todoCalls,
  ...auditCalls('activity'),
}
