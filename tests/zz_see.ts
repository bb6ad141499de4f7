import { runStory } from "./support/stories.ts";
const mode = Deno.args[0] ?? "all";
const names: [string,string,string[],unknown][] = [
 ["Nightly backup","rsync -a --delete /srv/data/ backup@nas.local:/volume1/backup/data",["backup","nightly"],["30 2 * * *"]],
 ["Rotate the access logs of all front-end hosts and upload the archives to cold storage","task rotate_logs.py --hosts web-01,web-02,web-03 --compress zstd --upload s3://archive/logs",["logs","production","weekly","ops"],["0 */6 * * *","15 3 * * 0"]],
 ["每日签到","task sign_in.js",["签到","每日"],["0 8 * * *"]],
 ["Always fails","echo 'cannot reach the host' >&2; exit 3",[],["*/30 * * * *"]],
 ["Slow import","sleep 400",["import"],["*/20 * * * MON-FRI"]],
 ["Switched off","true",["old"],["0 9 * * MON-FRI"]],
 ["By hand","env | sort",[],"manual"],
 ["At start","echo hello",[],"startup"],
 ["Invoice report","task report.ts --month last",["finance"],["0 7 1 * *"]],
 ["数据库备份到远程服务器并校验完整性","mysqldump --all-databases | gzip > /backup/db.sql.gz",["备份","数据库"],["0 3 29 2 *"]],
];
async function fill(story: any) {
  const ids:number[]=[];
  for (const [name,command,labels,schedules] of names) ids.push(await story.add({name,command,labels,schedules,enabled:name!=="Switched off"}));
  for (let i=0;i<16;i++) await story.add({name:`Check host ${i+1}`,command:`curl -fsS https://host-${i+1}.example/health`,labels:["health"],schedules:["H * * * *"]});
  for (let k=0;k<7;k++) for (const i of [0,2,3,8]) { await story.panel.json("/api/tasks/run",{json:{ids:[ids[i]]}}); await new Promise(r=>setTimeout(r,60)); }
  await story.panel.json("/api/tasks/pin",{json:{ids:[ids[0]]}});
  await story.panel.json("/api/tasks/run",{json:{ids:[ids[4]]}});
  await story.panel.json("/api/views",{json:{name:"Production",conditions:[{property:"label",operator:"isOneOf",values:["production"]}]}});
  await new Promise(r=>setTimeout(r,1500));
}
const shots:[string,any][] = [["en",{width:1440,height:900,colorScheme:"light"}],["zh",{width:1440,height:900,colorScheme:"dark"}],["en",{width:1024,height:768,colorScheme:"light"}],["zh",{width:390,height:844,touch:true,colorScheme:"light"}],["en",{width:1920,height:1000,colorScheme:"light"}]];
await runStory({language:"en",basePath:"/",window:{width:1440,height:900,locale:"en-GB"}}, async (story:any)=>{
  await fill(story);
  const browser = story.page.context().browser();
  for (const [lang,opt] of shots) {
    const ctx = await browser.newContext({viewport:{width:opt.width,height:opt.height},colorScheme:opt.colorScheme,hasTouch:!!opt.touch,isMobile:!!opt.touch,locale:lang==="en"?"en-GB":"zh-CN",deviceScaleFactor:1});
    const [n,...v]=story.panel.cookie.split("=");
    await ctx.addCookies([{name:n,value:v.join("="),url:story.panel.address},{name:"lang",value:lang,url:story.panel.address}]);
    const page=await ctx.newPage();
    page.on("pageerror",(e:any)=>console.log("ERR",e.message)); page.on("console",(m:any)=>m.type()==="error"&&console.log("CON",m.text()));
    await page.goto(story.at("/crontab")); await page.waitForTimeout(2500);
    const tag=`${lang}-${opt.width}-${opt.colorScheme}`;
    await page.screenshot({path:`/tmp/shots/${tag}.png`});
    const m = await page.evaluate(()=>{const r=[...document.querySelectorAll("tr[data-row]")].map(x=>x.getBoundingClientRect().height);const c=[...document.querySelectorAll("article")].map(x=>x.getBoundingClientRect().height);const t=document.querySelector("table")?.parentElement;return {rows:[...new Set(r)],cards:[...new Set(c)],name:document.querySelector("tr[data-row] td:nth-child(2)")?.getBoundingClientRect().width,scroll:t?[t.scrollWidth,t.clientWidth]:null,doc:[document.documentElement.scrollWidth,innerWidth]}});
    console.log(tag,JSON.stringify(m));
    if (opt.width===1440) {
      await page.evaluate(()=>document.fonts.clear());
      await page.addStyleTag({content:""}).catch(()=>{});
    }
    if (lang==="en"&&opt.width===1440) {
      await page.getByRole("button",{name:"Columns"}).click(); await page.waitForTimeout(500);
      await page.screenshot({path:`/tmp/shots/columns.png`});
      await page.getByText("Compact").click(); await page.keyboard.press("Escape"); await page.waitForTimeout(400);
      await page.screenshot({path:`/tmp/shots/compact.png`});
      console.log("compact", await page.evaluate(()=>[...new Set([...document.querySelectorAll("tr[data-row]")].map(x=>x.getBoundingClientRect().height))]));
      await page.getByRole("row",{name:"Check host 1",exact:true}).getByRole("checkbox").click(); await page.getByRole("row",{name:"Check host 2",exact:true}).getByRole("checkbox").click();
      await page.keyboard.press("Control+k"); await page.waitForTimeout(800);
      await page.screenshot({path:`/tmp/shots/palette.png`});
      await page.keyboard.type("bakcup"); await page.waitForTimeout(1200);
      await page.screenshot({path:`/tmp/shots/palette2.png`});
      await page.keyboard.press("Escape");
      await page.goto(story.at("/crontab?view=failing")); await page.waitForTimeout(1200);
      await page.screenshot({path:`/tmp/shots/failing.png`});
      await page.goto(story.at("/crontab?q=bakcup")); await page.waitForTimeout(1200);
      await page.getByRole("button",{name:"Filter",exact:true}).click(); await page.waitForTimeout(300);
      await page.screenshot({path:`/tmp/shots/filter.png`});
    }
    await ctx.close();
  }
  // wide font
  const ctx = await browser.newContext({viewport:{width:1440,height:900},locale:"en-GB"});
  const [n,...v]=story.panel.cookie.split("=");
  await ctx.addCookies([{name:n,value:v.join("="),url:story.panel.address},{name:"lang",value:"en",url:story.panel.address}]);
  const page=await ctx.newPage(); await page.route(/\.woff2/, (r:any)=>r.abort()); await page.goto(story.at("/crontab")); await page.waitForTimeout(1500);
  await page.evaluate(()=>{document.documentElement.style.setProperty("font-family","DejaVu Sans"); document.body.style.fontFamily="DejaVu Sans";}); await page.waitForTimeout(300);
  await page.screenshot({path:`/tmp/shots/wide.png`});
});
