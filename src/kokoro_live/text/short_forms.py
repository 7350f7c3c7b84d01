"""Short forms after whose full stop a sentence seldom ends. Data only, lower case, without the last stop."""

# Something always follows: a name, an example
BEFORE_NAMES = frozenset(
    "mr mrs ms dr drs prof st ste mt vs e.g i.e viz cf gen col capt cpt lt sgt cpl pvt maj adm cmdr brig rev hon gov sen "
    "rep pres supt insp messrs mme mlle mio mrd fed evid civ crim dkt flt wm chas geo jos thos robt asst attn attys atty ft v "
    "sra srta dra sig dott avv ing arch egr gent exmo exma ilmo sto dna".split()
)
# No sentence ends here if a figure follows
BEFORE_FIGURES = frozenset(
    "no nos nr p pp pg pgs vol vols ch chap chaps sec secs fig figs eq eqs art arts par para paras c ca op opp pt tab "
    "ver rev v vv ex ep eps ln ll apt rm ste b d est fl bldg hwy rte ext tel exp max min approx avg mm bk bks bars "
    "agg qty subtot ht wt flt upc avail vis pop dkt trk dep arr conf div pos tbl app cl reg rs tab tabs cap caps rule stat cir supp mod wk wks dept unit ref refs doc cat item acct inv box bus gate n núm págs "
    "pág cap caps tít nº num réf chap éd cfr pag pagg cit s ss r av avda rua "
    "gen ex exod lev num deut josh judg jdg sam kgs chr chron neh ps pss prov eccl eccles isa jer lam ezek dan hos obad "
    "mic hab zeph hag zech mal matt mt mk lk jn rom cor gal eph phil col thess tim tit philem heb jas pet jude".split()
)
# In the middle of a name or a sentence, or at the end of one: then a word follows with which sentences begin
ANYWHERE = frozenset(
    "exc encl med subtot avail utils vis pop trk dep arr conf div sta prod dir msgs nts mkt rev precip minn mass calif penn tenn conn wis wash mich fla ill ariz colo ore okla btwn mtg sr jr etc no vol inc ltd co corp bros a.m p.m u.s u.k ph.d approx dept est max min avg "
    "jan feb mar apr jun jul aug sep sept oct nov dec sra sta av bd mme mlle misc incl excl "
    "ext pp p sec eq al ave blvd rd ln ct pl sq ter cir pkwy sat sun mon tue tues wed thu thur thurs fri cf ca nos ch art "
    "appt appts ea natl intl assn univ govt mfg mgr dir sq cu oz lb lbs tsp tbsp tsps tbsps pkg pkgs qt qts gal pt pts doz "
    "regs temp agg orig resp ed eds trans hwy rte apt bldg fl rm ft hrs hr mins mos yrs yr wks wk "
    "ee uu gral séc aprox env máx mín réf tfno teléf pers éd núms págs izda dcha pza ctra dpto depto ud uds vd vds bd boul tel "
    "lic arq ing prof profa eng srl obs cfr sigg dott.ssa sig.ra कि.मी डॉ प्रो श्री रु पं सं पृ क्र नं मो डा "
    "avda avv ctra tel ecc pag dott sig".split()
)
# With these a sentence begins
STARTERS = (
    "It|The|He|She|They|We|I|This|That|These|Those|There|But|And|Then|In|At|On|A|An|My|Our|Your|His|Her|Its|Their|You|"
    "However|Meanwhile|For|If|When|While|After|Before|What|Why|How|Who|Where|Which|So|Yet|Also|As|By|To|Now|Not|Yes|One|"
    "Some|Many|Most|All|Each|Every|Both|Please|Is|Are|Was|Were|Do|Does|Did|Can|Could|Will|Would|Have|Has|Had|Let|Since|"
    "Although|Though|Because|Once|Until|Here|Later|Next|First|Finally|Thus|Therefore|From|With|Without|Under|Nobody|"
    "Everyone|Everybody|Call|Bring|See|Take|Go|Meet|Ask|Try|Use|Just|Only|Even|Still|Or|Nor|Perhaps|Maybe"
)
