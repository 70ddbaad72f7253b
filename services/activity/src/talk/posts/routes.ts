// Routes of posts: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { postCalls } from './api.ts'
import { addComment, countComments, readComments } from './comments.ts'
import { readAuthor } from './hidden-author.ts'
import { listPosts } from './post-list.ts'
import { changePost, listVersions, react, removePost, restorePost, writePost } from './posts.ts'

export const postRoutes = routes(postCalls)<Deps, CourseRules>({
  'GET /api/topics/:id/posts': ({ deps, actor, scope, params, query }) => listPosts(deps, actor, scope, params.id, query),
  'POST /api/topics/:id/posts': ({ deps, actor, scope, params, body }) => writePost(deps, actor, scope, params.id, body),
  'PUT /api/posts/:id': ({ deps, actor, scope, params, body }) => changePost(deps, actor, scope, params.id, body),
  'DELETE /api/posts/:id': ({ deps, actor, scope, params, query }) => removePost(deps, actor, scope, params.id, query.version),
  'PUT /api/posts/:id/restore': ({ deps, actor, scope, params }) => restorePost(deps, actor, scope, params.id),
  'GET /api/posts/:id/versions': ({ deps, actor, scope, params }) => listVersions(deps, actor, scope, params.id),
  'POST /api/posts/:id/author': ({ deps, actor, scope, params, body }) => readAuthor(deps, actor, scope, params.id, body.reason),
  'PUT /api/posts/:id/reactions': ({ deps, actor, scope, params, body }) => react(deps, actor, scope, params.id, body),
  'GET /api/activities/:id/comments': ({ deps, actor, scope, params }) => readComments(deps, actor, scope, params.id),
  'POST /api/activities/:id/comments': ({ deps, actor, scope, params, body }) => addComment(deps, actor, scope, params.id, body),
  'GET /api/activities/:id/comment/count': ({ deps, actor, scope, params }) => countComments(deps, actor, scope, params.id),
})
