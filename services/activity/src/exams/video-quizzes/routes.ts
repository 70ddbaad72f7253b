// Routes of video quizzes: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { videoQuizCalls } from './api.ts'
import { answerSubject, readQuiz, readSubjects } from './video-quizzes.ts'

export const videoQuizRoutes = routes(videoQuizCalls)<Deps, CourseRules>({
  'GET /api/video-quizzes/:id': ({ deps, actor, scope, params }) => readQuiz(deps, actor, scope, params.id),
  'GET /api/video-quizzes/:id/subjects': ({ deps, actor, scope, params }) => readSubjects(deps, actor, scope, params.id),
  'POST /api/video-quizzes/:id/answers': ({ deps, actor, scope, params, body }) => answerSubject(deps, actor, scope, params.id, body),
})
