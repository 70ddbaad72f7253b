// 1 GiB by each storage kind, against copying the same file with fsync; and the memory of the process meanwhile: in one process each kind
// has a fresh one, so that what another took before does not hide what this takes.
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { copyFile, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSchool, type Person } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { type Figure, mib, ms } from './figures.ts'

const size = Number(process.env.BENCH_BYTES ?? 2 ** 30)
const block = 4 * 2 ** 20

export async function uploads(product: Product): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-gib-'))
  const file = join(folder, 'big.zip')
  try {
    await writeBig(file)
    const copied = await timed(async () => {
      await copyFile(file, join(folder, 'copy'))
      const handle = await open(join(folder, 'copy'), 'r+')
      await handle.sync()
      await handle.close()
    })
    await rm(join(folder, 'copy'))
    const figures: Figure[] = []
    for (const kind of ['media', 'local', 'chunked', 'object'] as const) {
      const { took, grown } = await onFreshProcess(product, async (here) => {
        const school = await makeSchool(here)
        const teacher = await school.signIn('teacher')
        await new Promise((resolve) => setTimeout(resolve, 3000)) // what starting took is given back
        const memory = watchMemory(here)
        const took = await timed(() => send(teacher, file, kind))
        return { took, grown: memory.stop() }
      })
      figures.push({
        name: `${mib(size)} by ${kind}`,
        value: `${ms(took)}, ${Math.round(size / 2 ** 20 / (took / 1000))} MiB/s${grown === undefined ? '' : `, memory + ${mib(grown)}`}`,
        baseline: `copy and fsync ${ms(copied)}`,
        ratio: took / copied,
        ...(grown !== undefined && { aim: 'under 100 MB more', met: grown < 100e6 }),
      })
    }
    return figures
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function onFreshProcess<T>(product: Product, work: (here: Product) => Promise<T>): Promise<T> {
  if (product.way === 'servers') return await work(product)
  const fresh = await startProduct({ way: 'one', name: 'bench-upload', env: { RATE_LIMIT: '0', LOG_LEVEL: 'error' } })
  try {
    return await work(fresh)
  } finally {
    await fresh.stop()
  }
}

async function writeBig(file: string) {
  const handle = await open(file, 'w')
  const piece = randomBytes(2 ** 24)
  for (let at = 0; at < size; at += piece.length) await handle.write(piece.subarray(0, Math.min(piece.length, size - at)))
  await handle.write(Buffer.from('PK\x03\x04', 'latin1'), 0, 4, 0)
  await handle.sync()
  await handle.close()
}

/** As the page does it: declare, send, say it is there. */
async function send(teacher: Person, file: string, kind: 'media' | 'local' | 'chunked' | 'object') {
  const ticket = await teacher.call('POST /api/uploads', { body: { name: `big-${kind}.zip`, size, storage_type: kind } })
  const url = ticket.upload_url ?? ''
  const blob = await openAsBlob(file)
  const must = async (answer: Response) => {
    if (!answer.ok) throw new Error(`${kind}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  if (kind === 'chunked') {
    const contexts: string[] = []
    for (let at = 0; at < size; at += block) {
      const part = await blob.slice(at, Math.min(size, at + block)).arrayBuffer()
      const answer = await must(
        await fetch(`${url}/mkblk/${part.byteLength}?index=${at / block}`, { method: 'POST', headers: ticket.headers, body: part }),
      )
      contexts.push(((await answer.json()) as { ctx: string }).ctx)
    }
    await must(await fetch(`${url}/mkfile/${size}`, { method: 'POST', headers: ticket.headers, body: contexts.join(',') }))
  } else {
    await must(await fetch(url, { method: 'PUT', headers: ticket.headers, body: blob }))
  }
  const done = await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  if (done.status !== 'ready') throw new Error(`${kind}: ${done.status} ${done.reason}`)
  await teacher.call('DELETE /api/uploads/:id', { params: { id: ticket.id }, query: {} })
}

/** How much the process grew at most over what it was at first, bytes; undefined where there is no one process. */
function watchMemory(product: Product) {
  const pid = product.process?.pid
  const seen: number[] = []
  const look = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
    if (kilobytes > 0) seen.push(kilobytes * 1024)
  }
  const timer = pid ? setInterval(() => void look(), 100) : undefined
  void look()
  return {
    stop() {
      clearInterval(timer)
      return seen.length > 1 ? Math.max(...seen) - seen[0]! : undefined
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
