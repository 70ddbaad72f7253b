// Routes of exports of notes: each call of api.ts with the function behind it.
import type { CourseRules } from '@lyceum/course/mirror/rules'
import { borrowDelegation, takeDelegation } from '@lyceum/kit/calls/delegation'
import { routes } from '@lyceum/kit/calls/routes'
import type { Deps } from '../deps.ts'
import { noteExportCalls } from './api.ts'
import { checkNotes, startNoteExport } from './export-notes.ts'

export const noteExportRoutes = routes(noteExportCalls)<Deps, CourseRules>({
  'POST /api/notes/export': async ({ deps, actor, body, request, reply }) => {
    await checkNotes(deps, actor, borrowDelegation(request), body)
    return await startNoteExport(deps, actor, takeDelegation(request, reply), body)
  },
})
