// What attributes of MJCF mean whose fields have no comment of their own: `element.attribute` first, then `attribute` alone.
const text = `
autolimits: a range alone makes limited true
boundmass: smallest mass of a moving body
boundinertia: smallest diagonal inertia of a moving body
settotalmass: scales all masses so that they add up to this; negative: off
balanceinertia: replaces diagonal inertias that no body can have by their mean
strippath: file names lose their folders
coordinate: frame of positions; only local is supported
compiler.angle: unit of angles in the file
fitaabb: primitives are fitted to a mesh's box instead of its inertia
eulerseq: axes of euler angles in order; small letters turn with the body, capitals stay
meshdir: folder of meshes, height fields, skins and flexes
texturedir: folder of textures
discardvisual: drops geoms that neither collide nor weigh, and assets that only they use
usethread: accepted; compilation uses one thread
fusestatic: bodies without joints become part of their parents
inertiafromgeom: where inertias come from: geoms, inertial, or geoms when there is no inertial
inertiagrouprange: groups of geoms that count for inertias
saveinertial: saved files always have inertial
assetdir: folder of all assets, unless meshdir or texturedir say otherwise
alignfree: free bodies have their frames at the centre of mass
conflict: what attaching does when both models set an option
lengthrange.mode: which actuators get a length range
useexisting: length ranges that are given stay
uselimit: joint and tendon limits give the range where there are some
accel: acceleration that is aimed for
maxforce: largest force that pulls
lengthrange.timeconst: time constant of the damping
lengthrange.timestep: step of the simulation that finds the range
inttotal: simulated time
interval: time at the end over which the range is measured
tolrange: how much the range may still change
option.timestep: seconds of one step
impratio: ratio of frictional to normal impedance of elliptic contacts
option.tolerance: the solver stops when an iteration improves less than this
ls_tolerance: tolerance of the line search
noslip_tolerance: tolerance of the noslip solver
ccd_tolerance: tolerance of convex collision
sleep_tolerance: speed below which a tree may fall asleep
option.gravity: acceleration of gravity
wind: velocity of the medium
magnetic: magnetic flux, for magnetometers
option.density: density of the medium
viscosity: viscosity of the medium
o_margin: margin of all contacts when override is on
o_solref: solref of all contacts when override is on
o_solimp: solimp of all contacts when override is on
o_friction: friction of all contacts when override is on
integrator: how the state advances
cone: shape of the friction cone
jacobian: storage of constraint Jacobians
option.solver: constraint solver
option.iterations: most iterations of the solver
ls_iterations: most iterations of the line search
noslip_iterations: iterations of the noslip solver
ccd_iterations: most iterations of convex collision
sdf_iterations: iterations of collision with signed distances
sdf_initpoints: starting points of collision with signed distances
actuatorgroupdisable: groups of actuators that are off
flag.constraint: all constraints
flag.equality: equality constraints
flag.frictionloss: friction of joints and tendons
flag.limit: limits of joints and tendons
flag.contact: contacts
flag.spring: springs of joints, tendons and flexes
flag.damper: dampers of joints, tendons and flexes
flag.gravity: gravity
clampctrl: controls are clamped to their ranges
warmstart: the solver starts from the last solution
filterparent: bodies do not collide with their parents
actuation: actuator forces
refsafe: time constants are at least two steps
flag.sensor: sensors
midphase: bounding volumes in collision
eulerdamp: Euler treats joint damping implicitly
autoreset: a state that went bad starts again
nativeccd: own convex collision instead of libccd
flag.island: the solver works island by island
multiccd: several contacts from convex collision
override: all contacts take the o_ parameters of option
energy: energies are computed
fwdinv: forward and inverse dynamics are compared
invdiscrete: inverse dynamics of the discrete step
flag.sleep: trees at rest fall asleep
diagexact: exact diagonal of the constraint's inverse inertia
memory: size of the arena, such as 10M
njmax: former bound on constraints
nconmax: former bound on contacts
nstack: former size of the stack
nuserdata: numbers of userdata
nkey: keyframes to reserve
nuser_body: user numbers of each body
nuser_jnt: user numbers of each joint
nuser_geom: user numbers of each geom
nuser_site: user numbers of each site
nuser_cam: user numbers of each camera
nuser_tendon: user numbers of each tendon
nuser_actuator: user numbers of each actuator
nuser_sensor: user numbers of each sensor
meaninertia: mean diagonal inertia
meanmass: mean mass of a body
meansize: mean size of a body; scales decorations
extent: half the size of the model
center: centre of the model
cameraid: camera to start with; -1: the free one
orthographic: parallel projection of the free camera
fovy: vertical field of view, degrees
ipd: distance of the eyes
azimuth: azimuth of the free camera, degrees
elevation: elevation, degrees
linewidth: width of lines
glow: glow of what is selected
offwidth: width of the offscreen picture
offheight: height of the offscreen picture
realtime: speed of real time to start with
ellipsoidinertia: inertias are drawn as ellipsoids instead of boxes
bvactive: only active bounding volumes are drawn
shadowsize: resolution of shadows
offsamples: samples of the offscreen picture
numslices: slices of round shapes
numstacks: stacks of round shapes
numquads: quads of planes
headlight.ambient: ambient colour
headlight.diffuse: diffuse colour
headlight.specular: specular colour
headlight.active: whether the headlight is on
map.stiffness: force of mouse springs for a distance
stiffnessrot: torque of mouse springs for an angle
map.force: length of force arrows for a force
map.torque: length of torque arrows for a torque
alpha: opacity in transparent mode
fogstart: distance where fog begins, in extents
fogend: distance where fog is complete, in extents
znear: near plane, in extents
zfar: far plane, in extents
haze: width of haze at the horizon
shadowclip: half width of directional shadows, in extents
shadowscale: part of a spot light's cone that gets shadows
actuatortendon: width of actuated tendons
forcewidth: width of force arrows, in mean sizes
contactwidth: width of contact points, in mean sizes
contactheight: height of contact points, in mean sizes
jointlength: length of joint arrows, in mean sizes
jointwidth: width of joint arrows, in mean sizes
actuatorlength: length of actuators, in mean sizes
actuatorwidth: width of actuators, in mean sizes
framelength: length of frame axes, in mean sizes
framewidth: width of frame axes, in mean sizes
scale.connect: width of lines between bodies, in mean sizes
scale.com: size of centres of mass, in mean sizes
scale.camera: size of cameras, in mean sizes
scale.light: size of lights, in mean sizes
scale.selectpoint: size of the selected point, in mean sizes
scale.slidercrank: width of slider cranks, in mean sizes
scale.constraint: width of equality constraints, in mean sizes
scale.frustum: length of frustums, in mean sizes
rgba.fog: colour of fog
rgba.haze: colour of haze
rgba.force: colour of force arrows
rgba.inertia: colour of inertias
rgba.joint: colour of joints
rgba.actuator: colour of actuators at rest
actuatornegative: colour of actuators at their lowest
actuatorpositive: colour of actuators at their highest
rgba.com: colour of centres of mass
rgba.camera: colour of cameras
rgba.light: colour of lights
rgba.selectpoint: colour of the selected point
rgba.connect: colour of lines between bodies
contactpoint: colour of contact points
contactforce: colour of contact forces
contactfriction: colour of friction forces
contacttorque: colour of contact torques
contactgap: colour of contacts in the gap
rangefinder: colour of rangefinder rays
rgba.constraint: colour of equality constraints
rgba.slidercrank: colour of slider cranks
crankbroken: colour of cranks that cannot reach
rgba.frustum: colour of frustums
rgba.bv: colour of bounding volumes
bv: colour of bounding volumes
rgba.bvactive: colour of active bounding volumes
layer.texture: texture of the layer
role: what the texture gives
config.key: name of the setting
config.value: value of the setting
content_type: kind of file, such as model/stl
vertex: coordinates of vertices
normal: normals of vertices
texcoord: texture coordinates of vertices
face: vertices of triangles, by index
refpos: point that becomes the origin
refquat: orientation that becomes none
smoothnormal: normals are averaged over edges
maxhullvert: most vertices of the convex hull
mesh.builtin: shape that is made
params: numbers of the built-in shape
bone.body: body that moves the bone
bindpos: position of the bone in the skin's pose
bindquat: orientation of the bone in the skin's pose
vertid: vertices, by index
vertweight: weights of the vertices
texture.builtin: pattern that is made
gridsize: rows and columns of a picture that holds several sides
gridlayout: which side is where: R L U D F B, dots for none
fileright: picture of the right side
fileleft: picture of the left side
fileup: picture of the upper side
filedown: picture of the lower side
filefront: picture of the front
fileback: picture of the back
rgb1: first colour of the pattern
rgb2: second colour of the pattern
mark: marks on the pattern
markrgb: colour of marks
random: share of random dots
hflip: turned left to right
vflip: turned upside down
mocap: moved by the program instead of physics
inertial.pos: centre of mass
fullinertia: inertia matrix: xx yy zz xy xz yz
springdamper: time constant and damping ratio that give stiffness and damping
solreflimit: solref of the limit
solimplimit: solimp of the limit
solreffriction: solref of friction
solimpfriction: solimp of friction
joint.ref: value of the joint in the pose of the file
springref: value at which the spring is at rest
freejoint.align: frame at the centre of mass
mass: mass; instead of density
density: mass of a volume
shellinertia: mass lies on the surface
fromto: both ends of the axis
geom.hfield: height field of the geom
geom.mesh: mesh of the geom, or mesh that the primitive is fitted to
site.mesh: mesh that the site is fitted to
fitscale: scale of a primitive that is fitted to a mesh
fluidshape: interaction with the medium as an ellipsoid
fluidcoef: five coefficients of the interaction with the medium
attach.frame: frame of the attached model
attach.body: body to attach
prefix: text before the attached names
projection: kind of projection
target: body to look at
focal: focal length
focalpixel: focal length in pixels
principal: principal point
principalpixel: principal point in pixels
sensorsize: size of the sensor
directional: parallel light; use type
composite.type: kind of composite
flexcomp.type: kind of flex
count: number in each direction
offset: offset of the whole
replicate.offset: position of each copy against the last
composite.initial: how the first body is attached
curve: shape along each axis
size: size by type
joint.kind: which joints of the composite
solreffix: solref of the constraint that keeps the joint
solimpfix: solimp of the constraint that keeps the joint
skin.group: visibility group
skin.rgba: colour
inflate: thickness of the skin
subgrid: finer faces between bodies
dof: degrees of freedom: all nodes, radial, or few
cellcount: cells of interpolation in each direction
spacing: distance of points
rigid: one rigid body
inertiabox: size of the boxes that give inertias
scale: scale of coordinates
flexcomp.point: coordinates of points
point: points, by index
element: points of elements, by index
origin: centre of a surface that is filled to it
solref: spring and damper of the constraint
solimp: impedance of the constraint
edge.damping: damping of edges
young: Young's modulus
poisson: Poisson's ratio
thickness: thickness of a shell
elastic2d: what resists in a shell: stretch, bend, both
pin.id: points that are pinned, by index
pin.range: first and last point that are pinned
grid: grid points that are pinned
gridrange: first and last grid point that are pinned
node: bodies of the nodes
nodecoord: coordinates of the nodes
flex.body: bodies of the points
geom1: first geom
geom2: second geom
pair.condim: dimension of the contact
body1: first body
body2: second body
springlength: length at rest: a number, or from and to
site: name of a site
geom: name of a geom
sidesite: site on the side where the tendon passes
divisor: the tendon's force is divided by this from here on
coef: factor of the joint's value
anchor: point of the constraint, in the first body
site1: first site
site2: second site
relpose: pose of the second body in the first; zeros: that of the file
torquescale: weight of rotation against translation
joint1: first joint
joint2: second joint
polycoef: polynomial that the first follows
tendon1: first tendon
tendon2: second tendon
flex: name of a flex
cell: cells, by index
actdim: number of activations
input: what the control means
velrange: range of velocities
ffrange: range of feed-forward
inheritrange: control range from the range of the target, times this
kp: gain of the position
kv: gain of the velocity
dampratio: damping ratio that gives kv
ki: gain of the integral
imax: bound of the integral
slewmax: fastest change of the control
posrange: range of positions
refsite: site whose frame is the reference
muscle.timeconst: time constants of activation and deactivation
cylinder.timeconst: time constant of the pressure
timeconst: time constant of the activation
area: area of the piston
diameter: diameter of the piston, instead of the area
cylinder.bias: constant, length and velocity coefficients
jointinparent: joint, in the frame of the parent
slidersite: site of the slider
cranksite: site of the crank
tausmooth: width of the change between the time constants
actuator.range: range of lengths in which the muscle works
lmin: shortest length, in optimal lengths
lmax: longest length, in optimal lengths
vmax: fastest shortening, in optimal lengths each second
fpmax: passive force at the longest length
fvmax: force at the fastest lengthening
gain: force for a control of 1
motorconst: torque constant, and back-EMF constant where it differs
resistance: resistance of the winding
nominal: voltage, stall torque and speed from a data sheet
saturation: bounds of torque, current or voltage
inductance: inductance, or time constant of the current
cogging: amplitude, poles and phase of cogging
controller: gains and bounds of the built-in controller
thermal: resistance, capacity and reference of the temperature
lugre: friction by bristles
data: what is reported
objname: object that is measured
subtree1: first subtree
subtree2: second subtree
num: number of contacts that are reported
reduce: which contacts are reported
nsample: number of samples in the history
interp: interpolation between samples
delay: delay, seconds
objtype: kind of the object
reftype: kind of the reference
refname: reference frame
prm: number that goes with the object
sep: text between the name and the number of a copy
body: name of a body
joint: name of a joint
tendon: name of a tendon
camera: name of a camera
mesh: name of a mesh
actuator: name of an actuator
mesh.inertia: how inertia comes from the triangles
type: kind
colorspace: colour space of the file
material.texture: texture of the colour
body.sleep: whether the tree of the body may sleep
mode: how it moves
light.texture: texture of an image light
edge.equality: edges keep their lengths
edge.stiffness: stiffness of edges
selfcollide: how the flex collides with itself
dyntype: dynamics of the activation
gaintype: gain of the force
biastype: bias of the force
muscle.force: peak active force
datatype: kind of reading
pos: position
range: range of values
damping: damping
`;

export const meanings = new Map(
  text
    .trim()
    .split('\n')
    .map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/).slice(0, 2))),
);
