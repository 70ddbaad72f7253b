// Uploads of 1 GiB by each storage kind, sent by curl, against copying the same file with fsync; and the memory of the process meanwhile:
// in one process each kind has a fresh one, so that one kind's memory does not hide another's.
import { randomBytes } from 'node:crypto'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeSchool, type Person } from '../flows/school.ts'
import { type Product, startProduct } from '../flows/start.ts'
import { type Figure, mib, ms } from './figures.ts'

const size = Number(process.env.BENCH_BYTES ?? 2 ** 30)
const block = 4 * 2 ** 20

export async function uploads(product: Product): Promise<Figure[]> {
  await mustHaveCurl()
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-gib-'))
  try {
    const sent = await writeBig(folder)
    const copied = await timed(async () => {
      await copyFile(sent.whole, join(folder, 'copy'))
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
        await new Promise((resolve) => setTimeout(resolve, 3000)) // memory of the start is given back
        const memory = watchMemory(here)
        const took = await timed(() => send(teacher, sent, kind))
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

type Kind = 'media' | 'local' | 'chunked' | 'object'
/** The file to send, and the same in blocks. */
type Sent = { whole: string; blocks: string[] }
const blockSize = (nth: number) => Math.min(block, size - nth * block)

async function writeBig(folder: string): Promise<Sent> {
  const whole = join(folder, 'big.zip')
  const blocks: string[] = []
  const handle = await open(whole, 'w')
  const piece = randomBytes(block)
  for (let nth = 0; nth * block < size; nth++) {
    piece.write(nth === 0 ? 'PK\x03\x04' : `${nth}`.padStart(4), 'latin1')
    const bytes = piece.subarray(0, blockSize(nth))
    await handle.write(bytes)
    blocks.push(join(folder, `block-${nth}`))
    await writeFile(blocks[nth]!, bytes, { flush: true })
  }
  await handle.sync()
  await handle.close()
  return { whole, blocks }
}

/** Sends as the page does: declare, send, finish. */
async function send(teacher: Person, { whole, blocks }: Sent, kind: Kind) {
  const ticket = await teacher.call('POST /api/uploads', { body: { name: `big-${kind}.zip`, size, storage_type: kind } })
  const url = ticket.upload_url ?? ''
  if (kind === 'chunked') {
    const answers = await curl(
      blocks.map((file, nth) => ({ method: 'POST', url: `${url}/mkblk/${blockSize(nth)}?index=${nth}`, file })),
      ticket.headers,
    )
    const contexts = answers
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { ctx: string }).ctx)
    const file = `${whole}.contexts`
    await writeFile(file, contexts.join(','))
    await curl([{ method: 'POST', url: `${url}/mkfile/${size}`, file }], ticket.headers)
  } else {
    await curl([{ method: 'PUT', url, file: whole }], ticket.headers)
  }
  const done = await teacher.call('PUT /api/uploads/:id/uploaded', { params: { id: ticket.id } })
  if (done.status !== 'ready') throw new Error(`${kind}: ${done.status} ${done.reason}`)
  await teacher.call('DELETE /api/uploads/:id', { params: { id: ticket.id }, query: {} })
}

type Transfer = { method: string; url: string; file: string }
/** Sends files one after another over one connection: a client that costs less than the product. Answers the bodies, a line each. */
async function curl(transfers: Transfer[], headers: Record<string, string>): Promise<string> {
  const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  const common = ['silent', 'show-error', 'fail-with-body', 'header = "expect:"', 'write-out = "\\n"']
  const own = Object.entries(headers).map(([name, value]) => `header = ${quoted(`${name}: ${value}`)}`)
  const parts = transfers.map(({ method, url, file }) =>
    [...common, ...own, `request = ${method}`, `upload-file = ${quoted(file)}`, `url = ${quoted(url)}`].join('\n'),
  )
  const running = run('curl', ['--fail-early', '--config', '-'], { maxBuffer: 2 ** 26 })
  running.child.stdin?.end(parts.join('\nnext\n'))
  const { stdout } = await running.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stderr}${error.stdout}`)
  })
  return stdout
}
const run = promisify(execFile)

/** Throws where curl is missing: a client of Node's would be measured instead of the product. */
async function mustHaveCurl(): Promise<void> {
  await run('curl', ['--version']).catch(() => {
    throw new Error('the upload bench sends by curl, which is not on this machine: install it (apt-get install curl)')
  })
}

/** The process's greatest growth since the start, bytes; undefined where there is no one process. */
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
