// Start of a worker of the browser: a registration of which it is known that its worker runs.

/** Rejects where the worker did not start. A page waits for the registration that it made itself: `ready` is the one of its address. */
export async function started(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const coming = registration.installing ?? registration.waiting
  if (!registration.active && coming)
    await new Promise<void>((done) => {
      const look = () => {
        if (coming.state === 'activated' || coming.state === 'redundant') done()
      }
      coming.addEventListener('statechange', look)
      look()
    })
  if (!registration.active) throw new Error('the worker did not start')
  return registration
}
