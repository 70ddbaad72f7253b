// Routes of votes: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { answerVote } from './answers.ts'
import { voteCalls } from './api.ts'
import { openVoteFiles } from './files.ts'
import { changeVote, listVotes, openVote, readResults } from './votes.ts'

export const voteRoutes = routes(voteCalls)<Deps, CourseRules>({
  'GET /api/class-sessions/:id/votes': ({ deps, params, query }) => listVotes(deps, params.id, query),
  'POST /api/class-sessions/:id/votes': ({ deps, actor, scope, params, body }) => openVote(deps, actor, scope, params.id, body),
  'PUT /api/votes/:id': ({ deps, params, body }) => changeVote(deps, params.id, body),
  'PUT /api/votes/:id/answer': ({ deps, actor, scope, body }) => answerVote(deps, actor, scope, body),
  'GET /api/votes/:id/files': ({ deps, actor, scope }) => openVoteFiles(deps, actor, scope),
  'GET /api/votes/:id/results': ({ deps, scope }) => readResults(deps, scope),
})
