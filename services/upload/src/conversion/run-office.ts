// One run of the office program: a profile of its own, no macros, no way out, and an end in any case.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runBounded } from '../processes/bounded.ts'

const set = (path: string, name: string, value: string | number | boolean) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`
/** Macros never run. What a document links to is not fetched: every proxy is a port where nobody listens. */
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${set('/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', 3)}
${set('/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', true)}
${set('/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', true)}
${set('/org.openoffice.Office.Calc/Content/Update', 'Link', 1)}
${set('/org.openoffice.Office.Writer/Content/Update', 'Link', 0)}
${set('/org.openoffice.Inet/Settings', 'ooInetProxyType', 1)}
${['HTTP', 'HTTPS', 'FTP']
  .map(
    (one) =>
      set('/org.openoffice.Inet/Settings', `ooInet${one}ProxyName`, '127.0.0.1') +
      set('/org.openoffice.Inet/Settings', `ooInet${one}ProxyPort`, 9),
  )
  .join('\n')}
</oor:items>
`

/** `hidden`: a folder that a document must not take pictures from, though it may name them: where everybody's files lie. */
export type Conversion = {
  program: string
  file: string
  folder: string
  hidden?: string | undefined
  seconds: number
  memoryMb: number
  signal: AbortSignal
}
// The program's settings keep it from following links, but not in RTF: INCLUDEPICTURE with a file's address is taken from the disk.
// So an empty folder is laid over the one that is hidden, for this run alone; no rights are needed where Linux has user namespaces.
const without = ['unshare', '-r', '-m', 'sh', '-c', 'mount -t tmpfs -o ro,size=4k none "$0" && exec "$@"']
const known = new Map<string, Promise<boolean>>()

/** Whether this machine can: a laptop and most servers; not macOS, nor a container that forbids it (its store is no folder anyway). */
export function canHide(folder: string): Promise<boolean> {
  const before = known.get(folder)
  if (before) return before
  const [program = '', ...rest] = without
  const can = runBounded({ program, arguments: [...rest, folder, 'true'], memoryMb: 1024, limit: 5000, signal: AbortSignal.timeout(5000) })
    .then(({ code }) => code === 0)
    .catch(() => false)
  known.set(folder, can)
  return can
}

export type Converted = { pdf: string; size: number } | { failed: 'preview.outOfTime' | 'preview.broken'; words: string }

/** Makes a PDF of `file` in `folder`, which is this run's own. Throws when the machine failed it, not the file. */
export async function convertToPdf({ program, file, folder, hidden, seconds, memoryMb, signal }: Conversion): Promise<Converted> {
  const profile = join(folder, 'profile')
  const out = join(folder, 'out')
  await mkdir(join(profile, 'user'), { recursive: true })
  await mkdir(out)
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings)
  const office = hidden && (await canHide(hidden)) ? [...without, hidden, program] : [program]
  const { code, words, outOfTime } = await runBounded({
    program: office[0]!,
    arguments: [
      ...office.slice(1),
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--headless',
      '--invisible',
      '--norestore',
      '--nologo',
      '--nodefault',
      '--nolockcheck',
      '--nofirststartwizard',
      '--convert-to',
      'pdf',
      '--outdir',
      out,
      file,
    ],
    cwd: folder,
    // no home, no display, nothing of our own environment
    env: { HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' },
    limit: seconds * 1000,
    memoryMb,
    signal,
  })
  signal.throwIfAborted()
  if (outOfTime) return { failed: 'preview.outOfTime', words }
  if (code === 126 || code === 127) throw new Error(`the converter cannot be run: ${words.slice(-300)}`)
  if (/No space left on device/.test(words)) throw new Error(words.slice(-300))
  const made = (await readdir(out)).find((name) => name.toLowerCase().endsWith('.pdf'))
  // it ends with 0 too when it could not read the file
  const { size } = made ? await stat(join(out, made)) : { size: 0 }
  if (!made || size === 0) return { failed: 'preview.broken', words }
  return { pdf: join(out, made), size }
}
