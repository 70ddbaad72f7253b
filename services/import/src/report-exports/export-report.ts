// Exports of the reports of classes: the job reads one by the call of its person, so that what was not shown to them stays out, and leaves a PDF among their files.
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Actor } from '@lyceum/kit/calls/actor'
import type { Client } from '@lyceum/kit/calls/client'
import { delegatedClient } from '@lyceum/kit/calls/delegation'
import { callsOf, delegatedTask, refusalFor, rightsEnded } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import { startExportTask } from '../exports/exports.ts'
import type { Jobs } from '../jobs.ts'
import type { Block } from '../pdf/blocks.ts'
import { writePdf } from '../pdf/write-pdf.ts'
import { sendFile } from '../question-imports/send-file.ts'
import type { ReportExport } from './api.ts'
import { reportBlocks, reportTexts } from './report-blocks.ts'

/** 403 and 404 as GET /api/class-sessions/:id/report answers them. */
export async function checkReport(deps: Deps, { org }: Actor, token: string, session: string): Promise<void> {
  await callsOf(deps, { token, org })('GET /api/class-sessions/:id/report', { params: { id: session } }).catch((error: unknown) => {
    throw refusalFor(error)
  })
}

export async function startReportExport(deps: Deps, actor: Actor, token: string, session: string, wanted: ReportExport) {
  const payload = { token, org: actor.org, person: actor.person, session, wanted }
  return await startExportTask(deps, actor, {
    kind: 'attendance',
    token,
    request: { kind: 'exportReport', payload, subject: `classSession:${session}` },
  })
}

export const exportReport = delegatedTask<Jobs['exportReport']>(async ({ job: { payload }, attempt, deps, progress, signal }) => {
  const { org, session, wanted } = payload
  const call = callsOf(deps, payload, signal)
  const report = await call('GET /api/class-sessions/:id/report', { params: { id: session } }).catch(endAtRefusal)
  await progress(0.3)
  const identity: Client<typeof identityContracts> = delegatedClient(deps.door, { ...payload, signal })
  const { orgs } = await identity('GET /api/org', {}).catch(endAtRefusal)
  const zone = orgs.find(({ id }) => id === org)?.time_zone ?? 'UTC'
  const { lang, t } = reportTexts(wanted.lang)
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-report-'))
  try {
    const path = join(folder, 'report')
    const { title } = report.session
    async function* parts(): AsyncGenerator<Block[]> {
      yield reportBlocks(report, { t, zone })
    }
    await writePdf({ path, title, lang }, parts(), signal)
    await progress(0.8)
    const name = `${title.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_') || t('report')}.pdf`
    const sending = { deps, call, task: payload.task, place: null, signal }
    // an attempt that is made again has other bytes
    const upload = await sendFile(sending, `report:${attempt}`, { name, bytes: await openAsBlob(path) })
    if (!upload) throw new Error('the file was refused by the store')
    return { upload, name, people: report.members }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** 401 and 403 end the work: whose rights were taken away in the middle may not go on. */
function endAtRefusal(error: unknown): never {
  throw rightsEnded(error, 'export.rightsChanged') ?? error
}
