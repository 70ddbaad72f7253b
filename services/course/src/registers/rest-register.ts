// A register as calls: GET <address>/courses?page=1 answers { items: [{ id, name, …, people: [{ id, user_no, person_id, role }] }], pages, total }.
import { conflict } from '@lyceum/kit/calls/errors'
import { getJson, OutgoingRefused } from '@lyceum/kit/http/outgoing'
import { courseOf, type Register } from './register.ts'

const mostPages = 10_000

export const restRegister = (address: URL, token: string | undefined): Register => ({
  async *courses(signal) {
    for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page++) {
      const url = new URL(address)
      url.pathname = `${url.pathname.replace(/\/+$/, '')}/courses`
      url.searchParams.set('page', String(page))
      const answer = await getJson(url, { token, signal }).catch((error: unknown) => {
        if (error instanceof OutgoingRefused) throw conflict('register.unreachable', { reason: error.reason })
        throw error
      })
      const { items, pages: all, total } = (answer ?? {}) as { items?: unknown; pages?: unknown; total?: unknown }
      if (!Array.isArray(items)) throw conflict('register.unreadable', { what: `page ${page}` })
      pages = typeof all === 'number' ? all : 1
      for (const item of items) {
        const { people } = (item ?? {}) as { people?: unknown }
        yield { course: courseOf(item, Array.isArray(people) ? people : []), of: typeof total === 'number' ? total : items.length * pages }
      }
    }
  },
})
