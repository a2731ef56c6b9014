// The main tasks of an app, with the TypeScript client from openapi-generator.
import * as api from './index';

declare const process: { env: Record<string, string | undefined>; exit(status: number): never };
declare const console: { log(text: string): void; error(problem: unknown): void };

function expect(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(`not so: ${what}`);
}

function configuration(token?: string): api.Configuration {
  return new api.Configuration({ basePath: process.env.FOLKCAL_CLIENTS_URL, accessToken: token });
}

async function run(): Promise<void> {
  const nobody = configuration();
  const own = new api.UserApi(configuration(process.env.FOLKCAL_CLIENTS_USER));
  const office = new api.AdminApi(configuration(process.env.FOLKCAL_CLIENTS_EDITOR));
  const days = new api.DaysApi(nobody);
  const calendar = new api.CalendarApi(nobody);
  const temples = new api.TemplesApi(nobody);

  // Folk days.
  const listed = await days.listEvents({ from: new Date('2025-04-01'), to: new Date('2025-04-30'), type: 'deity' });
  const mazu = listed.find((event) => event.key === 'mazu');
  expect(mazu && mazu.solarDate.toISOString().startsWith('2025-04-20'), 'the day of mazu');
  expect(mazu.lunar.year === 2025 && mazu.lunar.month === 3 && mazu.lunar.day === 23, 'its lunar date');
  expect(mazu.lunar.isLeap === false, 'no leap month');
  expect((await days.getEvent({ id: 'mazu' })).dates[0].lunar.month === 3, 'its next day');
  expect((await days.listDeities({ limit: 3 })).length === 3, 'three deities');
  expect((await new api.GroupsApi(nobody).listGroupItems({ id: 'mazu' })).deities.length > 0, 'a group');

  // Dates in both directions; an answer is sent back.
  const leap: api.LunarDate = { year: 2025, month: 6, day: 15, isLeap: true };
  const first = await calendar.convertDates({
    conversion: { lunar: [leap], solar: ['2025-04-20'], dates: ['2026-13-40'] },
  });
  expect(first.solarDates.join() === '2025-08-08,2025-04-20', 'the solar dates');
  expect(first.dates[0].lunar?.isLeap && first.dates[2].error && !first.dates[2].lunar, 'the dates in their places');
  const lunar = first.dates.flatMap((date) => (date.lunar ? [date.lunar] : []));
  const again = await calendar.convertDates({ conversion: { lunar, solar: first.solarDates } });
  expect(again.solarDates.join() === [...first.solarDates, ...first.solarDates].join(), 'the dates given back');
  expect((await calendar.getDay({ date: new Date('2025-08-08') })).date.lunar.isLeap, 'a day');
  const month = await calendar.getMonth({ month: '2025-08' });
  expect(month.lunarMonths[0].isLeap && month.days.length === 31, 'a month');

  // Temples around a place, and the full list.
  const near = await temples.listTemples({ lat: 25.0371, lng: 121.4999, radius: 2, limit: 3 });
  const distances = near.map((temple) => temple.distance ?? NaN);
  expect(near.length === 3 && distances[0] <= distances[1] && distances[1] <= distances[2], 'the nearest temples');
  expect((await temples.listTemples({ limit: 2 }))[0].distance === undefined, 'all temples');
  expect((await temples.getTemple({ id: `${near[0].id}` })).name === near[0].name, 'a temple');

  // A user: settings, followed events, a day in a leap month.
  expect((await own.getSettings()).advanceDays !== 5, 'the settings before');
  await own.changeSettings({ settingsChange: { advanceDays: 5, notifyTime: '07:30', timeZone: 'Asia/Tokyo' } });
  const settings = await own.getSettings();
  expect(settings.advanceDays === 5 && settings.notifyTime === '07:30', 'the settings');
  await own.changeEventSubscriptions({ eventSubscriptionChange: { subscriptions: [{ event: 'mazu', enabled: true }] } });
  const followed = await own.listEventSubscriptions();
  expect(followed.length === 1 && followed[0].event === 'mazu' && followed[0].enabled, 'what is followed');
  const added = await own.addOwnEvent({ newOwnEvent: { title: '外婆生日', rule: 'lunar 6L/15', observance: 'birthday' } });
  expect(added.lunar?.isLeap && added.lunar.month === 6 && added.lunar.day === 15, 'a day in a leap month');
  expect((await own.listOwnEvents())[0].id === added.id, 'the own days');
  expect((await own.scheduleNotifications({ requestBody: {} })).plannedUntil, 'the plan');
  await own.deleteOwnEvent({ id: `${added.id}` });
  expect((await own.listOwnEvents()).length === 0, 'no own days');
  expect((await own.getProfile()).email === 'typescript@example.org', 'the profile');

  // The back office.
  const kept = await office.getEventKept({ key: 'mazu' });
  const note = 'seen by the TypeScript client';
  const changed = await office.changeEvent({ key: 'mazu', eventChange: { note, aliases: kept.aliases } });
  expect(changed.note === note && `${changed.aliases}` === `${kept.aliases}`, 'an event edited');
  const disagreements = [{ rule: 'lunar 2/3', note: 'as the village says' }];
  const entered = await office.addEvent({
    newEvent: { key: 'typescript-feast', title: '本庄慶典', rule: 'lunar 2/2', disagreements },
  });
  expect(entered.disagreements[0].note === 'as the village says', 'an event added');
  await office.removeEvent({ key: 'typescript-feast' });

  // A refusal gives its reason.
  const problem = await calendar.convertDates({ conversion: {} }).then(() => undefined, (error) => error);
  expect(problem instanceof api.ResponseError && problem.response.status === 422, 'a refusal');

  const feed = await new api.FeedsApi(nobody).getJSONFeed({ lang: 'en' });
  expect(feed.items.every((item) => item.folkcal.lunar.year > 2000), 'the feed');
  console.log('typescript: events, dates, temples, settings, own days and the back office: done');
}

run().catch((problem) => {
  console.error(problem);
  process.exit(1);
});
