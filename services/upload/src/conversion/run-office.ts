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

export type Conversion = {
  program: string
  file: string
  scratch: string
  /** Folders that a document must not take pictures from, though it may name them: the settings do not keep it from that in RTF. */
  hidden: string[]
  seconds: number
  memoryMb: number
  /** Of the PDF, in bytes. */
  maxOutput: number
  signal: AbortSignal
}
/** Megabytes of any file it writes: what a document unpacks to lies in its scratch folder too. */
const largestFile = 1024

export type Converted =
  | { pdf: string; size: number }
  | { failed: 'preview.outOfTime' | 'preview.broken' | 'preview.tooLarge'; words: string }

/** Makes a PDF of `file` in `scratch`, which is this run's own. Throws when the machine failed it, not the file. */
export async function convertToPdf({
  program,
  file,
  scratch,
  hidden,
  seconds,
  memoryMb,
  maxOutput,
  signal,
}: Conversion): Promise<Converted> {
  const profile = join(scratch, 'profile')
  const out = join(scratch, 'out')
  await mkdir(join(profile, 'user'), { recursive: true })
  await mkdir(out)
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settings)
  const { code, words, over } = await runBounded({
    program,
    arguments: [
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
    scratch,
    hidden,
    // no home, no display, nothing of our own environment
    env: { HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' },
    limit: seconds * 1000,
    memoryMb,
    fileMb: Math.max(largestFile, Math.ceil(maxOutput / 1024 ** 2)),
    signal,
  })
  signal.throwIfAborted()
  if (over) return { failed: over === 'time' ? 'preview.outOfTime' : 'preview.tooLarge', words: `${over}: ${words}` }
  if (code === 126 || code === 127) throw new Error(`the converter cannot be run: ${words.slice(-300)}`)
  if (/No space left on device/.test(words)) throw new Error(words.slice(-300))
  const made = (await readdir(out)).find((name) => name.toLowerCase().endsWith('.pdf'))
  // it ends with 0 too when it could not read the file
  const { size } = made ? await stat(join(out, made)) : { size: 0 }
  if (size > maxOutput) return { failed: 'preview.tooLarge', words }
  if (!made || size === 0) return { failed: 'preview.broken', words }
  return { pdf: join(out, made), size }
}
