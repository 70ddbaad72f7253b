// One run of the office program: with its own profile, without macros or network, bounded in time.
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runBounded } from '../processes/bounded.ts'

const set = (path: string, name: string, value: string | number | boolean) =>
  `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`
/** Macros never run. Links of a document are not fetched: every proxy is a port without a listener. */
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
  /** Folders that a document must not read pictures from: the settings do not prevent that in RTF. */
  hidden: string[]
  seconds: number
  memoryMb: number
  /** Bytes of the PDF at most. */
  maxOutput: number
  signal: AbortSignal
}
/** Megabytes of any file that it writes: an unpacked document lies in its scratch folder too. */
const maxFileMb = 1024

export type ConversionFailure = { failed: 'preview.outOfTime' | 'preview.broken' | 'preview.tooLarge'; words: string }
export type ConversionResult = { pdf: string; size: number } | ConversionFailure

/** Converts `file` to PDF in `scratch`, a folder of this run alone. Throws when the machine is at fault, not the file. */
export async function convertToPdf({
  program,
  file,
  scratch,
  hidden,
  seconds,
  memoryMb,
  maxOutput,
  signal,
}: Conversion): Promise<ConversionResult> {
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
    // no home, no display, none of our environment
    env: { HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8', SAL_USE_VCLPLUGIN: 'svp' },
    limit: seconds * 1000,
    memoryMb,
    fileMb: Math.max(maxFileMb, Math.ceil(maxOutput / 1024 ** 2)),
    signal,
  })
  signal.throwIfAborted()
  if (over) return { failed: over === 'time' ? 'preview.outOfTime' : 'preview.tooLarge', words: `${over}: ${words}` }
  if (code === 126 || code === 127) throw new Error(`the converter cannot be run: ${words.slice(-300)}`)
  if (/No space left on device/.test(words)) throw new Error(words.slice(-300))
  const pdf = (await readdir(out)).find((name) => name.toLowerCase().endsWith('.pdf'))
  // it exits with 0 also for a file that it cannot read
  const { size } = pdf ? await stat(join(out, pdf)) : { size: 0 }
  if (size > maxOutput) return { failed: 'preview.tooLarge', words }
  if (!pdf || size === 0) return { failed: 'preview.broken', words }
  return { pdf: join(out, pdf), size }
}
