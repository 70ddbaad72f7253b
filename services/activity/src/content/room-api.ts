// The calls of the room of content, by feature.
import { activityCalls } from './activities/api.ts'
import { deletionCalls } from './deletions/api.ts'
import { draftCalls } from './drafts/api.ts'
import { editorCalls } from './editors/api.ts'
import { moduleCalls } from './modules/api.ts'
import { syllabusCalls } from './syllabuses/api.ts'
import { versionCalls } from './versions/api.ts'

export const contentRoomCalls = {
  ...activityCalls,
  ...deletionCalls,
  ...draftCalls,
  ...editorCalls,
  ...moduleCalls,
  ...syllabusCalls,
  ...versionCalls,
}
