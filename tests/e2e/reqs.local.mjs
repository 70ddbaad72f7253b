import { chromium } from 'playwright-core'
const url='http://localhost:8300'
const b = await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
const boot = await b.newContext()
const conf = await (await boot.request.get(url+'/api/config')).json()
const who = conf.demo_people.find(p=>p.role===process.argv[2])
const c = await b.newContext({viewport:{width:1280,height:800},locale:'en'})
await c.request.post(url+'/api/session',{data:{demo_person:who.id},headers:{origin:url}})
const mc = await (await c.request.get(url+'/api/my-courses',{headers:{'request-scope':conf.org.id}})).json()
const p = await c.newPage(); const t0=Date.now()
p.on('response', async r=>{const s=await r.request().sizes().catch(()=>0); console.log(Date.now()-t0, r.request().resourceType(), r.url().replace(url,''), s&&s.responseBodySize)})
await p.goto(url+process.argv[3].replace('COURSE',mc.items?.[0]?.id)); await p.waitForTimeout(6000)
await b.close()
