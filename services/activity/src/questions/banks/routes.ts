// Routes of banks: each call of api.ts with the function behind it.
import { routes } from '@lyceum/kit/calls/routes'
import type { CourseRules } from '@lyceum/course/mirror/rules'
import type { Deps } from '../../deps.ts'
import { listEditors, noteEditor } from '../../content/editors/editors.ts'
import { bankCalls } from './api.ts'
import { createBank, deleteBank, listBanks, readBank, renameBank, restoreBank } from './banks.ts'
import { changeMany } from './bulk.ts'
import { addToCourse } from './course-bank.ts'
import { changeFolder, createFolder, deleteFolder } from './folders.ts'
import { listQuestions } from './list-questions.ts'
import { openQuestionFiles } from './question-files.ts'
import { readQuestion, readVersions } from './question-row.ts'
import { addQuestions, changeQuestion, checkQuestions } from './questions.ts'
import type { BankRules } from './rights.ts'
import { readShares, writeShares } from './shares.ts'

export const bankRoutes = routes(bankCalls)<Deps, CourseRules & BankRules>({
  'GET /api/banks': ({ deps, actor, query }) => listBanks(deps, actor, query),
  'POST /api/banks': ({ deps, actor, body }) => createBank(deps, actor, body),
  'GET /api/banks/:id': ({ deps, scope }) => readBank(deps, scope),
  'PUT /api/banks/:id': ({ deps, scope, body }) => renameBank(deps, scope, body),
  'DELETE /api/banks/:id': ({ deps, scope }) => deleteBank(deps, scope),
  'PUT /api/banks/:id/restore': ({ deps, scope }) => restoreBank(deps, scope),
  'GET /api/banks/:id/shares': ({ deps, scope }) => readShares(deps, scope),
  'PUT /api/banks/:id/shares': ({ deps, scope, body }) => writeShares(deps, scope, body),
  'POST /api/banks/:id/folders': ({ deps, scope, body }) => createFolder(deps, scope, body),
  'PUT /api/bank-folders/:id': ({ deps, scope, params, body }) => changeFolder(deps, scope, params.id, body),
  'DELETE /api/bank-folders/:id': ({ deps, scope, params }) => deleteFolder(deps, scope, params.id),
  'GET /api/banks/:id/questions': ({ deps, params, query }) => listQuestions(deps, params.id, query),
  'POST /api/banks/:id/questions': ({ deps, actor, scope, body }) => addQuestions(deps, actor, scope, body.questions),
  'POST /api/courses/:id/questions': ({ deps, actor, scope, params, body }) => addToCourse(deps, actor, scope, params.id, body.questions),
  'POST /api/banks/:id/questions/check': ({ body }) => checkQuestions(body.questions),
  'GET /api/questions/:id': ({ deps, scope, params }) => readQuestion(deps, scope, params.id),
  'PUT /api/questions/:id': ({ deps, actor, scope, params, body }) => changeQuestion(deps, actor, scope, params.id, body),
  'GET /api/questions/:id/editors': ({ deps, params }) => listEditors(deps, { aggregate: 'question', id: params.id }),
  'PUT /api/questions/:id/editors': ({ deps, actor, scope, params, body }) =>
    noteEditor(deps, actor, scope, { aggregate: 'question', id: params.id }, body),
  'GET /api/questions/:id/files': ({ deps, actor, params }) => openQuestionFiles(deps, actor, params.id),
  'GET /api/questions/:id/versions': ({ deps, params }) => readVersions(deps, params.id),
  'POST /api/questions/bulk': ({ deps, actor, body }) => changeMany(deps, actor, body),
})
