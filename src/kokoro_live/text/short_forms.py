"""Short forms after whose full stop a sentence seldom ends. Data only, lower case, without the last stop."""

# Something always follows: a name, an example
BEFORE_NAMES = frozenset(
    "mr mrs ms dr drs prof st ste mt vs e.g i.e viz cf gen col capt cpt lt sgt cpl pvt maj adm cmdr brig rev hon gov sen "
    "rep pres supt insp messrs mme mlle eff mio mrd fed evid civ crim dkt flt wm chas geo jos thos robt asst attn attys atty ft v "
    "sra srta dra sig dott avv ing arch egr gent exmo exma ilmo sto dna".split()
)
# Some of these are said of people who are not named
NOUNS_TOO = frozenset("rep gov sen gen hon prof supt insp attys atty asst adm capt sgt lt".split())
# No sentence ends here if a figure follows
BEFORE_FIGURES = frozenset(
    "no nos nr p pp pg pgs vol vols ch chap chaps sec secs fig figs eq eqs art arts par para paras c ca op opp pt tab "
    "ver rev v vv ex ep eps ln ll apt rm ste mvmt opt eff subsec b d est fl bldg hwy rte ext tel exp max min approx avg mm bk bks bars "
    "agg qty subtot ht wt flt upc avail vis pop dkt trk dep arr conf div pos tbl app cl reg rs tab tabs cap caps rule stat cir supp mod wk wks dept unit ref refs doc cat item acct inv box bus gate n núm págs "
    "pág cap caps tít nº num réf chap éd cfr pag pagg cit s ss r av avda rua "
    "gen ex exod lev num deut josh judg jdg sam kgs chr chron neh ps pss prov eccl eccles isa jer lam ezek dan hos obad "
    "mic hab zeph hag zech mal matt mt mk lk jn rom cor gal eph phil col thess tim tit philem heb jas pet jude".split()
)
# Some of these are words, too: written small, and with something counted after them, they are
WORDS_TOO = frozenset(
    "bus gate box unit item cat cap caps cups rule tab tabs doc stat app gen bars max exp par".split()
)
# Parts of names and quantities: a sentence ends there only if a word follows with which sentences begin
IN_NAMES = frozenset(
    "incl excl misc avg max min a.m approx aprox apt ariz arq assn av avda ave avv bd bldg blvd boul bros btwn calif cfr cir co colo conn "
    "corp ctra dcha dept depto dott.ssa dpto ee eng env fla ft govt gral hwy ill inc ing intl izda jr lbs lic ln "
    "ltd mfg mgr mich minn mkt mtg máx mín natl núms obs okla ore oz p.m penn pers ph.d pkg pkgs pkwy prod prof "
    "profa pza págs qts rd rte réf sig.ra sigg sr srl sta séc tbsp tbsps tel teléf tenn tfno tsp tsps u.k u.s ud "
    "uds univ utd utils uu vd vds wis éd कि.मी क्र डा डॉ नं पं पृ प्रो मो रु श्री सं".split()
)
# Elsewhere, too: a sentence ends there if a capital follows
ANYWHERE = frozenset(
    "agg al appt appts apr arr art aug avail ca cf ch conf ct cu dec dep dir div dott doz ea ecc ed eds encl "
    "eq est etc exc ext feb fl fri gal hr hrs jan jul jun lb lun mar med mins mlle mme mon "
    "mos msgs no nos nov nts oct orig p pag pl pop pp precip pt pts qt regs resp rev rm sat sec sep sept sig sq "
    "sra subtot sun temp ter thu thur thurs trans trk tue tues ven vis vol wed wk wks yr yrs".split()
)
# With these a sentence begins
STARTERS = (
    "It|The|He|She|They|We|I|This|That|These|Those|There|But|And|Then|In|At|On|A|An|My|Our|Your|His|Her|Its|Their|You|"
    "However|Meanwhile|For|If|When|While|After|Before|What|Why|How|Who|Where|Which|So|Yet|Also|As|By|To|Now|Not|Yes|One|"
    "Some|Many|Most|All|Each|Every|Both|Please|Is|Are|Was|Were|Do|Does|Did|Can|Could|Will|Would|Have|Has|Had|Let|Since|"
    "Although|Though|Because|Once|Until|Here|Later|Next|First|Finally|Thus|Therefore|From|With|Without|Under|Nobody|"
    "El|La|Los|Las|Un|Una|Il|Elle|Le|Les|Mais|Et|Lo|Gli|Ma|Pero|En|Os|As|Mas|Para|Por|Con|Cuando|Quando|Quand|Luego|"
    "Después|Puis|Poi|Depois|Si|Se|Ils|Nous|Vous|Je|Tu|Ella|Ellos|Él|Ele|Ela|Egli|Loro|Noi|Este|Esta|Questo|Questa|"
    "Everyone|Everybody|Call|Bring|See|Take|Go|Meet|Ask|Try|Use|Just|Only|Even|Still|Or|Nor|Perhaps|Maybe"
)
