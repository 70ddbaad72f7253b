// The sizing of a school from the measured figures: every line is one kind of work, its rate in the busiest minutes, and its cost.
import { segmentSeconds } from '@lyceum/upload/transcoding/renditions'
import { type Measured, measured } from './measured.ts'

/** The greatest load of a core, and of PostgreSQL's, which it shares with no process. */
const full = 0.7
const fullDatabase = 0.5
const columns = ['bff', 'identity', 'course', 'activity', 'upload', 'notification', 'statistics', 'postgres'] as const

export type School = { students: number; atOnce: number; why: string; pool: number }
export const schools: School[] = [
  { students: 1000, atOnce: 400, why: 'four in ten', pool: 20 },
  { students: 20_000, atOnce: 5000, why: 'one in four', pool: 12 },
  { students: 100_000, atOnce: 20_000, why: 'one in five', pool: 12 },
]

type Line = { work: string; key: string; sum: string; rate: number }
const number = (value: number) => Math.round(value).toLocaleString('en')
const short = (value: number) => (value >= 100 ? number(value) : value >= 10 ? value.toFixed(1) : value.toFixed(2))

/** The rate of each kind of work in the busiest minutes, a second. */
function lines({ students, atOnce }: School): Line[] {
  const watching = atOnce / 4
  const per = (work: string, key: string, count: number, minutes: number, sum: string): Line => ({
    work,
    key,
    sum,
    rate: count / (60 * minutes),
  })
  return [
    per(
      'a lecture begins: half of those at once open a course page within a minute',
      'open',
      atOnce / 2,
      1,
      `${number(atOnce)} ÷ 2 ÷ 60 s`,
    ),
    per('two course pages a minute, from page to page', 'again', atOnce * 2, 1, `${number(atOnce)} × 2 ÷ 60 s`),
    per('the start page, every second minute', 'start', atOnce / 2, 1, `${number(atOnce)} ÷ 2 ÷ 60 s`),
    per('one in two writes something in a minute', 'write', atOnce / 2, 1, `${number(atOnce)} ÷ 2 ÷ 60 s`),
    per('four clicks a minute', 'action', atOnce * 4, 1, `${number(atOnce)} × 4 ÷ 60 s`),
    per('half of them sign in within ten minutes', 'signIn', atOnce / 2, 10, `${number(atOnce)} ÷ 2 ÷ 600 s`),
    per('one in four watches: a report every 15 s', 'report', watching * 4, 1, `${number(watching)} ÷ 15 s`),
    per(
      `and a segment every ${segmentSeconds} s, from the store`,
      'segment',
      (watching * 60) / segmentSeconds,
      1,
      `${number(watching)} ÷ ${segmentSeconds} s`,
    ),
    per(
      'an activity a minute is published for each thousand students',
      'publish',
      students / 1000,
      1,
      `${number(students)} ÷ 1,000 ÷ 60 s`,
    ),
    per(
      'somebody in a thousand sends 20 MiB in a minute, by blocks',
      'blocks',
      (atOnce / 1000) * 20,
      1,
      `${number(atOnce)} ÷ 1,000 × 20 ÷ 60 s`,
    ),
  ]
}

const coresOf = ({ costs }: Measured, { key, rate }: Line, column: string) => (rate * (costs[key]?.[column] ?? 0)) / 1000

export type Sized = {
  cores: Record<string, number>
  replicas: Record<string, number>
  transcode: number
  films: number
  connections: number
}
export function size(figures: Measured, school: School): Sized {
  const all = lines(school)
  const cores: Record<string, number> = Object.fromEntries(
    columns.map((column) => [column, all.reduce((sum, line) => sum + coresOf(figures, line, column), 0)]),
  )
  cores.bff! += (school.atOnce * figures.stream.ms) / 1000
  const least = school.students <= 1000 ? 1 : 2
  const replicas = Object.fromEntries(
    [...columns.filter((column) => column !== 'postgres'), 'calendar', 'import'].map((column) => {
      const needed = Math.ceil((cores[column] ?? 0) / full)
      // one more than needed where one may fail
      return [column, Math.max(least, needed + (school.students > 1000 && needed > 1 ? 1 : 0))]
    }),
  )
  const films = school.students / 500
  const transcode = (films * 45 * 60 * figures.transcode) / (10 * 3600)
  const connections = Object.entries(replicas).reduce((sum, [target, count]) => sum + (target === 'bff' ? 0 : count * (school.pool + 1)), 0)
  return { cores, replicas, transcode, films, connections }
}

function table(figures: Measured, school: School): string {
  const all = lines(school)
  const { cores, replicas, transcode, films, connections } = size(figures, school)
  const cell = (value: number) => (value < 0.005 ? '' : value.toFixed(2))
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  const gigabytes = (bytes: number) =>
    bytes >= 1e12 ? `${(bytes / 1e12).toFixed(1)} TB` : bytes >= 1e10 ? `${Math.round(bytes / 1e9)} GB` : `${(bytes / 1e9).toFixed(1)} GB`
  const disk = yearOf(figures, school)
  const database = Math.ceil(cores.postgres! / fullDatabase)
  const transcoders = Math.max(1, Math.ceil(transcode / full / 2))
  const nodes = Object.entries(replicas).reduce((sum, [target, count]) => sum + count * (figures.memory[target] ?? 256), 0)
  return [
    `## ${number(school.students)} students`,
    '',
    `${number(school.atOnce)} people at once (${school.why}), ${number(school.atOnce / 4)} of them watch a film.`,
    '',
    row(['in the busiest minutes', 'a second', ...columns.map((column) => (column === 'postgres' ? 'PostgreSQL' : column))]),
    `|---|---|${columns.map(() => '---').join('|')}|`,
    ...all.map((line) =>
      row([`${line.work}: ${line.sum}`, short(line.rate), ...columns.map((column) => cell(coresOf(figures, line, column)))]),
    ),
    row([
      `open pages that listen: ${number(school.atOnce)} × ${(figures.stream.ms * 1000).toFixed(0)} µs`,
      '',
      cell((school.atOnce * figures.stream.ms) / 1000),
      ...columns.slice(1).map(() => ''),
    ]),
    row(['**cores**', '', ...columns.map((column) => `**${cores[column]!.toFixed(2)}**`)]),
    row([
      `cores ÷ ${full} (PostgreSQL ÷ ${fullDatabase})`,
      '',
      ...columns.map((column) => (cores[column]! / (column === 'postgres' ? fullDatabase : full)).toFixed(2)),
    ]),
    row([
      '**replicas of one core**',
      '',
      ...columns.map((column) => (column === 'postgres' ? `${Math.max(2, database)} cores` : `**${replicas[column]}**`)),
    ]),
    '',
    `- **calendar, import**: ${replicas.calendar} each; they rest. **All pods but transcoding**: ${Object.values(replicas).reduce((sum, one) => sum + one, 0)}, ${(nodes / 1024).toFixed(1)} GiB as they were at most, ${(columns.slice(0, -1).reduce((sum, column) => sum + cores[column]!, 0)).toFixed(1)} cores in use in the busiest minutes.`,
    `- **transcode**: ${number(films)} films of 45 minutes a day × 2,700 s × ${figures.transcode.toFixed(2)} = ${number(films * 2700 * figures.transcode)} s of processor, in ten hours ${transcode.toFixed(2)} cores; ÷ ${full} ÷ 2 cores each: **${transcoders}** ${transcoders === 1 ? 'pod' : 'pods'}.`,
    `- **connections**: pods × (pool of ${school.pool} + 1), without the BFF: ${connections}; with transcoding (${transcoders} × ${school.pool}) and a third more while an upgrade brings new pods: **max_connections ${Math.ceil(((connections + transcoders * school.pool) * 4) / 3 / 50) * 50}**.`,
    `- **disk of PostgreSQL**: ${disk.rows.join('; ')}: ${gigabytes(disk.bytes)} a year; with as much again for what is rewritten, WAL and room to grow **${gigabytes(disk.bytes * 2)} a year**. Memory: what is used in a term should fit: a half of a year, **${Math.max(2, Math.ceil(disk.bytes / 2 / 2 ** 30))} GiB**.`,
    `- **Kafka**: ${disk.kafka}`,
    `- **S3**: ${number(films)} films a day × 200 days × 2.7 GB (1 GB as sent, 1.7 GB at most in three qualities): **${gigabytes(films * 200 * 2.7e9)} a year**. In the busiest minutes ${number(school.atOnce / 4)} × 3 Mb/s = ${short((school.atOnce / 4) * 0.003)} Gb/s leave the store, at most.`,
    '',
  ].join('\n')
}

/** The rows of a year by each student: ten courses of forty activities, eight of them films. */
function yearOf({ bytes }: Measured, school: School) {
  const { students } = school
  const courses = 10
  const things = 400
  const each = (table: string, usual: number) => bytes[table] ?? usual
  const progress = each('activity: progress', 440)
  const notifications = each('notification: notifications', 630)
  const member = each('course: enrolments', 220) + 3 * each('activity: mirror.members', 165)
  const gb = (value: number) => `${((students * value) / 1e9).toFixed(value * students < 1e10 ? 1 : 0)} GB`
  const facts = things * 0.8 + things * 0.2 * 20 + courses
  const actions = 100 * 30
  return {
    bytes: students * (things * progress + things * notifications + courses * member),
    rows: [
      `progress ${number(students)} × ${things} × ${Math.round(progress)} B = ${gb(things * progress)}`,
      `notifications × ${things} × ${Math.round(notifications)} B = ${gb(things * notifications)}`,
      `memberships × ${courses} × ${Math.round(member)} B in four databases = ${gb(courses * member)}`,
    ],
    kafka: `facts for ever: ${number(students)} × ${number(facts)} × 1 kB = ${gb(facts * 1000)} a year; actions for thirty days: ${number(students)} × ${number(actions)} × 0.5 kB = ${gb(actions * 500)}; three copies of both. In the busiest minutes ${short(factsOf(school))} facts a second.`,
  }
}

/** Facts a second in the busiest minutes: twenty of each film of half an hour, one of each write. */
const factsOf = ({ atOnce }: School) => (atOnce / 4 / 1800) * 20 + atOnce / 120

function partitions({ costs }: Measured): string {
  const consumers = ['activity', 'notification', 'upload'] as const
  const busiest = schools.at(-1)!
  return [
    '## Partitions',
    '',
    'A service has twelve in its topic, clicks have twenty-four: for ever, since a key stays where it is; growth is a new topic. So up to twelve replicas of a service share its facts, and a thirteenth answers calls alone.',
    '',
    '| who takes facts of course | ms of processor each | one replica a second | twelve |',
    '|---|---|---|---|',
    ...consumers.map((service) => {
      const ms = costs.join?.[service] || Number.NaN
      return `| ${service} | ${ms.toFixed(3)} | ${full * 1000} ÷ ${ms.toFixed(3)} = ${number((full * 1000) / ms)} | ${number((12 * full * 1000) / ms)} |`
    }),
    '',
    `The busiest school here makes ${short(factsOf(busiest))} facts a second (${number(busiest.atOnce / 4)} films of half an hour × 20 ÷ 1,800 s, and ${short(busiest.atOnce / 120)} writes): one replica takes them, and twelve partitions are room for a hundred times as many. What has piled up while a service was away is read at that rate too. The partitions of a replica that is killed are taken over within 15 s, those of one that goes within 3 (tests/faults/servers.test.ts).`,
    '',
  ].join('\n')
}

export const sizings = (): string[] => [...schools.map((school) => table(measured(), school)), partitions(measured())]
