import { chromium } from '@playwright/test';
const base='http://localhost:8108';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu']});
const p=await b.newPage({viewport:{width:1440,height:900}});
await p.goto(base+'/account/login?returnUrl=%2Ftasks');
await p.getByLabel('Email').fill('admin@solvane.demo'); await p.getByLabel('Password').fill('solvane-demo'); await p.keyboard.press('Enter');
await p.getByRole('navigation',{name:'Main navigation'}).waitFor();
const ids=await p.evaluate(async()=>{ const t=await (await fetch('/api/antiforgery')).json(); const r=await fetch('/api/device-tree/segments',{method:'POST',headers:{'content-type':'application/json','x-csrf-token':t.token},body:JSON.stringify({siteIds:['s01','s02','s03','s04','s05','s06']})}); const j=await r.json(); const out=[]; const walk=n=>{ if(n.segmentType==='Inverter') out.push(n.id); n.children.forEach(walk)}; Object.values(j.segmentsBySiteId).forEach(s=>s.tree&&walk(s.tree)); return out; });
console.log(ids.length, await p.evaluate(async()=>{ const t=await (await fetch('/api/antiforgery')).json(); const r=await fetch('/api/account-settings/selected-enterprise-ids',{method:'PUT',headers:{'content-type':'application/json','x-csrf-token':t.token},body:JSON.stringify(['aurora','prairie','southern'])}); return r.status }));
await p.goto(base+`/data-studio?devices=${encodeURIComponent(JSON.stringify(ids.slice(0,80)))}&signals=${encodeURIComponent(JSON.stringify(['ActivePower||Raw']))}&period=2026-10-01_2026-11-09&resolution=raw`);
const plot=p.locator('[role=group] section canvas').first(); await plot.waitFor().catch(()=>{});await p.screenshot({path:'/tmp/shots/panx.png'}); await p.waitForTimeout(2500);
await p.screenshot({path:'/tmp/shots/pan0.png'});
const box=await plot.boundingBox(); await p.mouse.move(box.x+box.width/2,box.y+box.height/2);
for(let i=0;i<6;i++){ await p.mouse.wheel(0,-120); await p.evaluate('new Promise(r=>requestAnimationFrame(r))'); }
await p.screenshot({path:'/tmp/shots/pan1.png'});
await p.waitForTimeout(1500);
await p.screenshot({path:'/tmp/shots/pan2.png'});
for(let i=0;i<4;i++){ await p.mouse.wheel(40,0); await p.evaluate('new Promise(r=>requestAnimationFrame(r))'); }
await p.screenshot({path:'/tmp/shots/pan3.png'});
await b.close();
