// Routes of submissions: each call of api.ts and my-submission-api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { submissionCalls } from './api.ts'
import { readFiles } from './archive.ts'
import { keepDraft, readDraftHistory } from './drafts.ts'
import { handIn } from './hand-in.ts'
import { listSubmissions } from './list.ts'
import { readMySubmission } from './my-submission.ts'
import { mySubmissionCalls } from './my-submission-api.ts'
import { remindMissing } from './reminders.ts'
import { returnSelected, takeBackSelected } from './returns.ts'
import { readSubmission } from './submissions.ts'

export const submissionRoutes = routes({ ...mySubmissionCalls, ...submissionCalls })<Deps, CourseRules>({
  'GET /api/activities/:id/my-submission': ({ deps, actor, scope, params }) => readMySubmission(deps, actor, scope, params.id),
  'PUT /api/activities/:id/my-submission/draft': ({ deps, actor, scope, params, body }) => keepDraft(deps, actor, scope, params.id, body),
  'GET /api/activities/:id/my-submission/drafts': ({ deps, actor, scope, params }) => readDraftHistory(deps, actor, scope, params.id),
  'POST /api/activities/:id/my-submission': ({ deps, actor, scope, params, body }) => handIn(deps, actor, scope, params.id, body.version),
  'GET /api/activities/:id/submissions': ({ deps, params, query }) => listSubmissions(deps, params.id, query),
  'GET /api/submissions/:id': ({ deps, actor, scope, params }) => readSubmission(deps, actor, scope, params.id),
  'POST /api/activities/:id/submissions/return': ({ deps, actor, params, body }) => returnSelected(deps, actor, params.id, body),
  'POST /api/activities/:id/submissions/take-back': ({ deps, actor, params, body }) => takeBackSelected(deps, actor, params.id, body),
  'POST /api/activities/:id/submissions/remind': ({ deps, params, body }) => remindMissing(deps, params.id, body),
  'POST /api/activities/:id/submissions/files': ({ deps, actor, scope, params, body }) => readFiles(deps, actor, scope, params.id, body),
})
