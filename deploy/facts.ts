// Facts of a running system, for whoever operates it. Needs DATABASE_URL (the server's part, as the services have it).
//   node deploy/facts.ts <service>                    what waits to go out, how far each topic is read, what is parked
//   node deploy/facts.ts <service> replay <id> | all  handles parked facts again, within 10 s
//   node deploy/facts.ts <service> rebuild [--clear]  reads all topics again from the beginning; --clear empties the mirrors first
import { environment } from '../kit/src/config.ts'
import { openPool } from '../kit/src/connections.ts'
import { plain } from '../kit/src/db.ts'
import { askRebuild, askReplay, parkedFacts } from '../kit/src/parked.ts'

const [service = '', command = 'show', id] = process.argv.slice(2)
const read = environment(process.env)
if (!/^[a-z]+$/.test(service) || !['show', 'replay', 'rebuild'].includes(command) || (command === 'replay' && !id)) {
  console.error('usage: node deploy/facts.ts <service> [replay <id> | all] [rebuild [--clear]]')
  process.exit(1)
}
const url = Object.assign(new URL(read.required('DATABASE_URL')), { pathname: `/${read.text('LYCEUM_PREFIX', 'lyceum')}_${service}` })
const pool = openPool(url.href, { max: 1 })

async function show() {
  const { rows: waiting } = await pool.query(
    'select count(*)::int as facts, min(created_at) as oldest from kit.outbox where position is null',
  )
  const { rows: positions } = await pool.query(`
    select topic, count(*)::int as partitions, sum(position)::text as read, bool_or(position < rebuild_until) as rebuilding from kit.positions group by topic order by topic`)
  console.log('waiting to go out')
  console.table(waiting)
  console.log('read')
  console.table(positions)
  console.log('parked')
  console.table(await parkedFacts(plain(pool)))
}

async function rebuild() {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await askRebuild(plain(client))
    if (id === '--clear') {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'mirror' and tablename <> '_prisma_migrations'`,
      )
      if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    }
    await client.query('commit')
    console.log(`${service} reads everything again from the beginning`)
  } finally {
    client.release()
  }
}

if (command === 'show') await show()
else if (command === 'replay') console.log(`${await askReplay(plain(pool), id === 'all' ? undefined : id)} facts will be handled again`)
else await rebuild()
await pool.end()
