// Tests of the reading of packages: editions, items, addresses of what they start, and archives that are refused.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ZipSource } from '@lyceum/kit/archives/zip'
import { expect, test } from 'vitest'
import { zipOf } from '../test/office.ts'
import { type ItemText, manifest12, smallPackage } from '../test/packages.ts'
import { refusalOf } from './bad-package.ts'
import { readPackage } from './read-package.ts'

const sourceOf = (bytes: Buffer): ZipSource => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
  async *stream(at, length) {
    for (let done = 0; done < length; done += 1000) yield bytes.subarray(at + done, at + Math.min(done + 1000, length))
  },
})
const read = (bytes: Buffer) => readPackage(sourceOf(bytes))
const refusal = (bytes: Buffer) =>
  read(bytes).then(
    () => 'opened',
    (error) => refusalOf(error)?.code ?? error,
  )
/** A package of this manifest and of an empty page at each path. */
const packed = (manifest: string | Buffer, paths: string[] = ['a.html']) =>
  zipOf({ 'imsmanifest.xml': manifest, ...Object.fromEntries(paths.map((path) => [path, '<p>'])) })
const launches = async (bytes: Buffer) => (await read(bytes)).manifest.items.map(({ launch }) => launch)

test('a package of SCORM 1.2: its title, items in their order with parents, and what the player has to know of them', async () => {
  const more = `<adlcp:masteryscore>80</adlcp:masteryscore><adlcp:maxtimeallowed>0000:30:00</adlcp:maxtimeallowed>
    <adlcp:timelimitaction>exit,message</adlcp:timelimitaction><adlcp:datafromlms>level=2</adlcp:datafromlms><adlcp:prerequisites type="aicc_script">A</adlcp:prerequisites>`
  const items: ItemText[] = [
    {
      id: 'C',
      title: 'Chapter &amp; verse',
      in: [
        { id: 'A', ref: 'r0' },
        { id: 'B', ref: 'r0', parameters: '?q=1', more },
      ],
    },
  ]
  const { manifest, files } = await read(packed(manifest12(['a.html'], items)))
  expect(manifest).toMatchObject({ kind: 'scorm12', title: 'A course of lessons', organization: { id: 'o', sequencing: null } })
  expect(manifest.items).toMatchObject([
    { id: 'C', parent: '', title: 'Chapter & verse', launch: null, sco: false },
    { id: 'A', parent: 'C', launch: 'a.html', sco: true, mastery: null },
    {
      id: 'B',
      launch: 'a.html?q=1',
      mastery: '80',
      max_time: '0000:30:00',
      time_limit_action: 'exit,message',
      data_from_lms: 'level=2',
      prerequisites: 'A',
    },
  ])
  expect(files.map(({ path }) => path)).toEqual(['imsmanifest.xml', 'a.html'])
})

const manifest2004 = (version: string, sequencing: string) => `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
  <organizations default="o"><organization identifier="o" adlseq:objectivesGlobalToSystem="false"><title>Flight</title>
    <item identifier="A" identifierref="r"><title>Wings</title><adlcp:dataFromLMS>x</adlcp:dataFromLMS><adlcp:completionThreshold>0.8</adlcp:completionThreshold>
      <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>previous</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation>${sequencing}</item>
    <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing></organization></organizations>
  <resources><resource identifier="r" adlcp:scormType="sco" href="a.html"/></resources>
  <imsss:sequencingCollection><imsss:sequencing ID="s"><imsss:limitConditions attemptLimit="2" attemptAbsoluteDurationLimit="PT1H"/></imsss:sequencing></imsss:sequencingCollection>
</manifest>`

test('a package of SCORM 2004 in each edition: sequencing as data, with what it takes over from the collection', async () => {
  const own = `<imsss:sequencing IDRef="s"><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true" objectiveID="p">
    <imsss:minNormalizedMeasure>0.7</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>`
  for (const version of ['CAM 1.3', '2004 2nd Edition', '2004 3rd Edition', '2004 4th Edition']) {
    const { manifest } = await read(packed(manifest2004(version, own)))
    expect(manifest).toMatchObject({
      kind: 'scorm2004',
      organization: { sequencing: { in: [{ name: 'controlMode', at: { flow: 'true' } }] }, shared_objectives: false },
    })
    expect(manifest.items[0]).toMatchObject({
      ...{ sco: true, mastery: '0.7', max_time: 'PT1H', data_from_lms: 'x' },
      ...{ completion_threshold: { minProgressMeasure: '0.8' }, hidden_controls: ['previous'] },
      sequencing: { in: [{ name: 'objectives' }, { name: 'limitConditions', at: { attemptLimit: '2' } }] },
    })
  }
})

test('the edition is that of the namespaces where no version is named; a cartridge and other archives are no package', async () => {
  const without = (manifest: string) => manifest.replace(/<metadata>.*?<\/metadata>/s, '')
  expect((await read(packed(without(manifest12(['a.html']))))).manifest.kind).toBe('scorm12')
  expect((await read(packed(without(manifest2004('', ''))))).manifest.kind).toBe('scorm2004')
  const cartridge =
    '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema></metadata></manifest>'
  expect(await refusal(packed(cartridge))).toBe('package.notScorm')
  expect(await refusal(packed('<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"/>'))).toBe('package.notScorm')
  expect(await refusal(packed('<quiz/>'))).toBe('package.notScorm')
})

test('of two organisations the default one is taken, else the first', async () => {
  const two = (name: string) =>
    manifest12(['a.html'], [{ id: 'A', ref: 'r0' }])
      .replace('default="o"', `default="${name}"`)
      .replace(
        '</organizations>',
        '<organization identifier="p"><title>Other</title><item identifier="B" identifierref="r0"/></organization></organizations>',
      )
  expect((await read(packed(two('p')))).manifest).toMatchObject({ title: 'Other', items: [{ id: 'B', title: 'B' }] })
  expect((await read(packed(two('nowhere')))).manifest.items).toMatchObject([{ id: 'A' }])
})

test('addresses: xml:base, encoded and plain names, other cases, parameters and fragments', async () => {
  const based = manifest12(['b%20c.html'], [{ id: 'A', ref: 'r0' }], { root: 'xml:base="one/"', resources: 'xml:base="two/"' })
  expect(await launches(packed(based, ['one/two/b c.html']))).toEqual(['one/two/b%20c.html'])
  const from = (href: string, parameters?: string) => manifest12([href], [{ id: 'A', ref: 'r0', ...(parameters && { parameters }) }])
  expect(await launches(packed(from('B c.HTML'), ['b c.html']))).toEqual(['b%20c.html'])
  expect(await launches(packed(from('用户.html'), ['用户.html']))).toEqual([`${encodeURIComponent('用户')}.html`])
  expect(await launches(packed(from('x\\..\\a.html')))).toEqual(['a.html'])
  expect(await launches(packed(from('a.html?x=1#top', '&amp;y=2')))).toEqual(['a.html?x=1&y=2#top'])
  expect(await launches(packed(from('a.html', '#page')))).toEqual(['a.html#page'])
  expect(await launches(packed(from('a.html#top', '#page')))).toEqual(['a.html#top'])
})

test('addresses out of the package are refused: absolute ones, of another host, of a program, of a folder above', async () => {
  const hrefs = [
    'https://elsewhere.test/a.html',
    '//elsewhere.test/a.html',
    '/a.html',
    'javascript:alert(1)',
    '../a.html',
    '%2e%2e/a.html',
    'b/../../a.html',
    '..\\a.html',
    'data:text/html,x',
  ]
  for (const href of hrefs) expect([href, await refusal(packed(manifest12([href])))]).toEqual([href, 'package.unsafePath'])
  expect(await refusal(packed(manifest12(['a.html'], undefined, { root: 'xml:base="https://elsewhere.test/"' })))).toBe(
    'package.unsafePath',
  )
})

test('a manifest in UTF-16, and one whose prefixes nobody declared, are read', async () => {
  const text = manifest12(['a.html']).replace('A course of lessons', '课程')
  const wide = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le')
  expect((await read(packed(wide))).manifest.title).toBe('课程')
  expect((await read(packed(Buffer.from(wide).swap16()))).manifest.title).toBe('课程')
  expect((await read(packed(text.replace(/xmlns:adlcp="[^"]*"/, '')))).manifest.items).toMatchObject([{ sco: true }])
})

test('a document type is refused, with all that it could bring', async () => {
  const bomb = '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>'
  expect(await refusal(packed(manifest12(['a.html']).replace('?>', `?>${bomb}`)))).toBe('package.broken')
  expect(await refusal(packed(manifest12(['a.html']).replace('A course', '&x;')))).toBe('package.broken')
  expect(await refusal(packed(manifest12(['a.html']).slice(0, -20)))).toBe('package.broken')
  expect(await refusal(packed(''))).toBe('package.broken')
})

test('items: 500 are read and one more is refused, as are one name twice and no page at all', async () => {
  const items = (count: number) => Array.from({ length: count }, (_, n): ItemText => ({ id: `i${n}`, ref: 'r0' }))
  expect((await read(packed(manifest12(['a.html'], items(500))))).manifest.items).toHaveLength(500)
  expect(await refusal(packed(manifest12(['a.html'], items(501))))).toBe('package.tooLarge')
  expect(await refusal(packed(manifest12(['a.html'], [...items(1), ...items(1)])))).toBe('package.broken')
  expect(await refusal(packed(manifest12(['a.html'], [{ id: 'C' }])))).toBe('package.noLaunch')
  expect(await refusal(packed(manifest12(['b.html'])))).toBe('package.noLaunch')
  expect(await refusal(packed(manifest12(['a.html'], [{ id: 'A', ref: 'nowhere' }])))).toBe('package.noLaunch')
  const deep = `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`
  expect(await refusal(packed(manifest12(['a.html']).replace('<metadata>', `${deep}<metadata>`)))).toBe('package.tooLarge')
})

test('manifests that would grow are refused: a sequencing that many items name, long attributes, more than a fact holds', async () => {
  // of many letters: the archive does not pack them small
  const letters = (count: number) => [...randomBytes(count)].map((byte) => String.fromCodePoint(0x4e00 + byte)).join('')
  const refused = async (bytes: Buffer) => refusalOf(await read(bytes).catch((error: unknown) => error))?.params
  const rules = Array.from({ length: 500 }, () => `<imsss:rule id="${letters(30)}"/>`).join('')
  const items = Array.from({ length: 499 }, (_, n) => `<item identifier="i${n}"><title>I</title><imsss:sequencing IDRef="s"/></item>`).join(
    '',
  )
  const grown = manifest2004('CAM 1.3', '').replace('<imsss:sequencing ID="s">', `<imsss:sequencing ID="s">${rules}`)
  expect(await refusal(packed(grown))).toBe('opened')
  const tooLarge = { file: 'imsmanifest.xml' }
  expect(await refused(packed(grown.replace('<imsss:sequencing><', `${items}<imsss:sequencing><`)))).toEqual(tooLarge)
  const from = (more: ItemText[]) => packed(manifest12(['a.html'], [{ id: 'A', ref: 'r0' }, ...more]))
  expect(await refused(from([{ id: 'B', ref: 'r0', parameters: `?${letters(4096)}` }]))).toEqual(tooLarge)
  const wide = (count: number) => Array.from({ length: count }, (): ItemText => ({ id: letters(490), title: letters(500) }))
  expect(await refusal(from(wide(200)))).toBe('opened')
  expect(await refused(from(wide(400)))).toEqual(tooLarge)
})

test('archives: without a manifest, with it in a folder, with a name in two cases, unsafe, protected, a bomb, no archive', async () => {
  expect(await refusal(zipOf({ 'a.html': '<p>' }))).toBe('package.noManifest')
  expect(await refusal(zipOf({ 'course/imsmanifest.xml': manifest12(['a.html']) }))).toBe('package.manifestInFolder')
  expect(await refusal(smallPackage({ 'One.html': '<p>' }))).toBe('package.unsafePath')
  expect(await refusal(smallPackage({ '../a.html': '<p>' }))).toBe('package.unsafePath')
  expect(await refusal(zipOf({ 'imsmanifest.xml': manifest12(['a.html']), 'a.html': '<p>' }, { encrypted: true }))).toBe(
    'package.encrypted',
  )
  expect(await refusal(smallPackage({ 'zeros.bin': Buffer.alloc(4_000_000) }))).toBe('package.tooLarge')
  expect(await refusal(smallPackage({ [`${'n'.repeat(501)}.html`]: '<p>' }))).toBe('package.tooLarge')
  expect(await refusal(smallPackage().subarray(0, 300))).toBe('package.broken')
})

const corpus = join(process.env.LYCEUM_CORPUS ?? '../shared/fixtures', 'scorm')
const fixtures: [string, unknown][] = [
  ['RuntimeMinimumCalls_SCORM12.zip', { kind: 'scorm12', title: 'Golf Explained - Minimum Run-time Calls' }],
  ['singlesco_scorm12.zip', { kind: 'scorm12' }],
  ['RuntimeBasicCalls_SCORM20043rdEdition.zip', { kind: 'scorm2004', items: [{ launch: 'shared/launchpage.html' }] }],
  ['badscorm.zip', 'package.manifestInFolder'],
  ['invalid.zip', 'package.noManifest'],
]
test.skipIf(!existsSync(corpus)).each(fixtures)('of other systems (LYCEUM_CORPUS): %s', async (file, expected) => {
  const bytes = readFileSync(join(corpus, file))
  if (typeof expected === 'string') expect(await refusal(bytes)).toBe(expected)
  else expect((await read(bytes)).manifest).toMatchObject(expected as object)
})
