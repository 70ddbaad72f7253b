// Exams while the process is killed with -9 at any moment: no acknowledged answer is lost, none is there twice, all are handed in at the deadline. In
// `npm run test:long` alone; npm test has the same on servers.
import { afterAll, beforeAll, test } from 'vitest'
import { type Product, startProduct } from '../flows/start.ts'
import { type Ground, makeGround } from './course.ts'
import { endThrough, makeExam, writeThrough } from './exam.ts'

const [students, kills] = [200, 20]

let product: Product
let ground: Ground
beforeAll(async () => {
  product = await startProduct({ way: 'one', name: 'faults-exams', env: { RATE_LIMIT: '0' } })
  ground = await makeGround(product)
})
afterAll(() => product?.stop())

const killed = async () => {
  await product.kill()
  await product.again()
}

test.runIf(process.env.LYCEUM_LONG)(`${students} students write, the process is killed ${kills} times`, async () => {
  const exam = await makeExam(ground)
  const attempts = await writeThrough(product, { ground, exam, students, faults: Array.from({ length: kills }, () => killed) })
  await endThrough(product, { exam, attempts, fault: killed })
})
