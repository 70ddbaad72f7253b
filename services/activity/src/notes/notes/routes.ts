// Routes of notes: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../../deps.ts'
import { noteCalls } from './api.ts'
import { listNotedCourses, listNotes } from './note-list.ts'
import { changeNote, deleteNote, restoreNote, takeBackNote, writeNote } from './notes.ts'

export const noteRoutes = routes(noteCalls)<Deps, CourseRules>({
  'GET /api/notes': ({ deps, actor, query }) => listNotes(deps, actor, query),
  'GET /api/notes/courses': ({ deps, actor, query }) => listNotedCourses(deps, actor, query),
  'POST /api/notes': ({ deps, actor, body }) => writeNote(deps, actor, body),
  'PUT /api/notes/:id': ({ deps, actor, params, body }) => changeNote(deps, actor, params.id, body),
  'DELETE /api/notes/:id': ({ deps, actor, params, query }) => deleteNote(deps, actor, params.id, query.version),
  'PUT /api/notes/:id/audience': ({ deps, actor, params }) => takeBackNote(deps, actor, params.id),
  'PUT /api/notes/:id/restore': ({ deps, actor, params }) => restoreNote(deps, actor, params.id),
})
