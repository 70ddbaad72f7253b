// The worker of running exams: opens an exam from its copy on this device after a reload without a connection. Its scope is the page of one course's
// activities, it is registered while an attempt runs, and it ends itself once no copy is left.
import { copyNames } from '../src/device/exam-copies.ts'
import { answerOf, kindOf } from './rules.ts'

type FetchEvent = Event & { request: Request; respondWith(answer: Promise<Response>): void; waitUntil(work: Promise<unknown>): void }
const worker = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration; skipWaiting(): Promise<void> }

// it keeps nothing in memory: a newer one may answer the pages of the one before
worker.addEventListener('install', () => void worker.skipWaiting())

const endIfUnused = async () => {
  if ((await copyNames()).length === 0) await worker.registration.unregister()
}

worker.addEventListener('fetch', (event) => {
  const fetched = event as FetchEvent
  const kind = kindOf(fetched.request, location.origin)
  if (!kind) return
  fetched.respondWith(answerOf(fetched.request, kind, { fetch: (request) => fetch(request) }))
  if (kind === 'page') fetched.waitUntil(endIfUnused())
})
