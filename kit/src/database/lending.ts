// Prisma's models in a transaction that plain SQL has begun: Prisma gets its connection, and begins and ends nothing. A transaction that uses no model
// never wakes it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** The connection that Prisma gets from the pool instead of another one, where it is asked for within. */
const lent = new AsyncLocalStorage<pg.PoolClient>()
export const lentConnection = (): pg.PoolClient | undefined => lent.getStore()

const bounds = /^(BEGIN|COMMIT|ROLLBACK)$/
const otherBounds = /^\s*(begin|start|commit|end|rollback|abort)\b/i
const nothing = { rows: [], fields: [], rowCount: 0 }

type Client = { $transaction(work: (tx: never) => Promise<unknown>, options: { maxWait: number; timeout: number }): Promise<unknown> }
export type Models = {
  /** A model of Prisma's, by its name in the client. */
  model(name: string): object
  /** Ends Prisma's part; throws where it has expired. Nothing is committed by it. */
  end(): Promise<void>
  abort(error: unknown): void
}

/** Models of `prisma` over a connection that is in a transaction; `query` sends one statement there. `timeout`: milliseconds. */
export function modelsOver(prisma: Client, query: pg.PoolClient['query'], timeout: number): Models {
  let begun: Promise<Record<string, Record<string, (args: unknown) => Promise<unknown>>>> | undefined
  let ended: Promise<unknown> | undefined
  const { promise: end, resolve, reject } = Promise.withResolvers<void>()
  let isLent = false
  const connection = {
    query: async (config: pg.QueryConfig) => {
      isLent = true
      if (bounds.test(config.text)) return nothing
      if (otherBounds.test(config.text)) throw new Error(`Prisma bounds a transaction by ${config.text}`)
      return await query(config)
    },
    on: () => connection,
    removeListener: () => connection,
    release: () => {},
  }
  const begin = () =>
    (begun ??= new Promise((begins, fails) => {
      ended = lent.run(connection as never, () =>
        prisma.$transaction(
          async (tx) => {
            if (!isLent) throw new Error('Prisma has begun a transaction over another connection')
            begins(tx as never)
            await end
          },
          { maxWait: timeout, timeout },
        ),
      )
      ended.catch(fails)
    }))
  const models = new Map<string, object>()
  const modelOf = (name: string) => {
    if (name.startsWith('$')) throw new Error(`${name} is not for a transaction`)
    const { fields } = prisma[name as keyof typeof prisma] as { fields?: unknown }
    return new Proxy(
      {},
      {
        get: (_, method: string) => (method === 'fields' ? fields : async (args: unknown) => await (await begin())[name]![method]!(args)),
      },
    )
  }
  return {
    model(name) {
      let model = models.get(name)
      if (!model) models.set(name, (model = modelOf(name)))
      return model
    },
    async end() {
      resolve()
      await ended
    },
    abort(error) {
      end.catch(() => {}) // nobody waits for it where no model was used
      reject(error)
    },
  }
}
