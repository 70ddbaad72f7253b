// Statements a second: those that are answered over eight connections without anything of ours.
import pg from 'pg'

const seconds = 3

export async function queried(database: string, text: string, values: unknown[]): Promise<number> {
  const pool = new pg.Pool({ connectionString: database, max: 8 })
  const until = performance.now() + seconds * 1000
  let answered = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        await pool.query({ name: 'queried', text, values })
        answered++
      }
    }),
  )
  await pool.end()
  return answered / seconds
}
